import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nameReleases, namedReleases } from '../../scripts/testing/name-releases.ts'
import { ROOT } from './environment.ts'

/** A separate release store with the live releases of this checkout. */
export interface ReleaseStoreCopy {
  readonly folder: string
  readonly live: (app: string) => string
  /** Name a version as live in the release document or, with null, remove the remote from it. */
  readonly name: (app: string, version: string | null) => void
  /** Change one byte of a release's file: the first file whose name fits. */
  readonly tamper: (app: string, version: string, file: RegExp) => void
  readonly remove: () => void
}

/** Copy the live release of every app. */
export function copyReleases(): ReleaseStoreCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-releases-'))
  const read = () => namedReleases(folder)
  const write = (apps: ReturnType<typeof read>) => nameReleases(folder, apps)
  const built = namedReleases(path.join(ROOT, 'releases'))
  write(
    Object.fromEntries(
      Object.entries(built).map(([app, { live }]) => [app, { live, previous: [], candidates: [] }]),
    ),
  )
  for (const [app, { live }] of Object.entries(built))
    cpSync(path.join(ROOT, 'releases', app, live), path.join(folder, app, live), { recursive: true })
  return {
    folder,
    live: (app) => read()[app]?.live ?? '',
    name(app, version) {
      const { [app]: before, ...others } = read()
      if (version === null) write(others)
      else
        write({
          ...others,
          [app]: { live: version, previous: before ? [before.live, ...before.previous] : [], candidates: [] },
        })
    },
    tamper(app, version, file) {
      const place = path.join(folder, app, version)
      const name = readdirSync(place, { recursive: true, encoding: 'utf8' }).find((one) => file.test(one))
      if (name === undefined) throw new Error(`${app} ${version} has no file like ${String(file)}`)
      const bytes = readFileSync(path.join(place, name))
      bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1
      writeFileSync(path.join(place, name), bytes)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

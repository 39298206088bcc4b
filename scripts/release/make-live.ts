import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import {
  DOCUMENT_FILE,
  ReleaseDocumentSchema,
  type ReleaseDocument,
} from '../../shell/releases/release-store.server.ts'

/** How many earlier releases stay named in the document: open pages still ask for their files. */
const KEPT = 10

type Apps = ReleaseDocument['apps']

/**
 * Write the release document so that the given versions are live. Atomic: a reader sees the old or the new one. With `isAnew`
 * those that are live already are named anew too, which lifts their quarantine.
 * @returns what the document said before
 */
export function makeLive(
  releases: string,
  versions: Readonly<Record<string, string>>,
  { isAnew = false }: { readonly isAnew?: boolean } = {},
): Promise<Apps> {
  return withLock(releases, () => writeLive(releases, versions, isAnew))
}

function writeLive(releases: string, versions: Readonly<Record<string, string>>, isAnew: boolean): Apps {
  const before = readDocument(releases)
  const apps = { ...before.apps }
  for (const [app, version] of Object.entries(versions)) {
    const current = apps[app]
    if (current?.live === version && !isAnew) continue
    const previous = current ? [current.live, ...current.previous] : []
    const releasedAt = new Date().toISOString()
    apps[app] = {
      live: version,
      previous: previous.filter((old) => old !== version).slice(0, KEPT),
      candidates: (current?.candidates ?? []).filter((one) => one !== version),
      releasedAt,
    }
  }
  writeDocument(releases, { schema: 1, apps })
  return before.apps
}

/** Put the entry of an app back to what it was before a version went live. False when the document names another one by now. */
export function putBack(releases: string, app: string, version: string, before: Apps): Promise<boolean> {
  return withLock(releases, () => {
    const { [app]: current, ...apps } = readDocument(releases).apps
    if (current?.live !== version) return false
    const entry = before[app]
    writeDocument(releases, { schema: 1, apps: { ...apps, ...(entry && { [app]: entry }) } })
    return true
  })
}

/**
 * Name a release that staff may try before it goes live; the newest first.
 * @throws Error when the app has no live release, or this is the live one.
 */
export function nameCandidate(releases: string, app: string, version: string): Promise<void> {
  return withLock(releases, () => {
    const document = readDocument(releases)
    const entry = document.apps[app]
    if (!entry) throw new Error(`${app} has no live release yet; make one live first`)
    if (entry.live === version) throw new Error(`${app} ${version} is live already`)
    const candidates = [version, ...entry.candidates.filter((one) => one !== version)].slice(0, KEPT)
    writeDocument(releases, { schema: 1, apps: { ...document.apps, [app]: { ...entry, candidates } } })
  })
}

/** The live version of an app gives way to the one before it. @throws Error when there is none. */
export function rollBack(releases: string, app: string): Promise<string> {
  return withLock(releases, () => writeRollBack(releases, app))
}

function writeRollBack(releases: string, app: string): string {
  const document = readDocument(releases)
  const entry = document.apps[app]
  const [version, ...previous] = entry?.previous ?? []
  if (!entry || !version) throw new Error(`${app} has no earlier release to go back to`)
  const back = {
    ...entry,
    live: version,
    previous: [...previous, entry.live],
    releasedAt: new Date().toISOString(),
  }
  writeDocument(releases, { schema: 1, apps: { ...document.apps, [app]: back } })
  return version
}

/** The release document of a folder; empty where there is none yet. */
export function readDocument(releases: string): ReleaseDocument {
  try {
    return v.parse(
      ReleaseDocumentSchema,
      JSON.parse(readFileSync(path.join(releases, DOCUMENT_FILE), 'utf8')),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { schema: 1, apps: {} }
    throw error
  }
}

function writeDocument(releases: string, document: ReleaseDocument): void {
  mkdirSync(releases, { recursive: true })
  const target = path.join(releases, DOCUMENT_FILE)
  const next = `${target}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(document, null, 2)}\n`)
  renameSync(next, target)
}

const LOCK_WAIT_MS = 50
const LOCK_TRIES = 200
/** Writing the document takes milliseconds: a lock this old belongs to a process that was killed. */
const LOCK_STALE_MS = 10_000

/** One writer of the document at a time: two releases made side by side both stay. */
async function withLock<T>(releases: string, write: () => T): Promise<T> {
  mkdirSync(releases, { recursive: true })
  const lock = path.join(releases, `${DOCUMENT_FILE}.lock`)
  for (let tries = 1; !takeLock(lock); tries += 1) {
    if (tries === LOCK_TRIES) throw new Error(`${lock} is held by another release`)
    await sleep(LOCK_WAIT_MS)
  }
  try {
    return write()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > LOCK_STALE_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

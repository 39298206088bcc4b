import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pictureOf, SCHEMES, SIZES, type Screen, type Size } from './screen.ts'

/** A set of pictures with the list of their screens. */
export interface ScreenStore {
  /** Folder of the pictures. */
  readonly folder: string
  readonly read: () => readonly Screen[]
  /** Write the list; pictures of screens that are not in it are removed. */
  readonly write: (screens: readonly Screen[]) => void
}

export function screenStore(folder: string): ScreenStore {
  const list = path.join(folder, 'screens.json')
  mkdirSync(folder, { recursive: true })
  const read = (): readonly Screen[] =>
    existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as readonly Screen[]) : []
  return {
    folder,
    read,
    write: (screens) => {
      const kept = new Set(screens.map(({ id }) => id))
      for (const { id } of read())
        if (!kept.has(id))
          for (const picture of picturesOf(id)) rmSync(path.join(folder, picture), { force: true })
      writeFileSync(list, `${JSON.stringify(screens)}\n`)
    },
  }
}

/** Replaces the screens of `groups`, and single screens with the same id, by the ones taken; all others stay. */
export function withGroups(
  before: readonly Screen[],
  groups: ReadonlySet<string>,
  taken: readonly Screen[],
): readonly Screen[] {
  const ids = new Set(taken.map(({ id }) => id))
  return [...before.filter(({ id, group }) => !groups.has(group) && !ids.has(id)), ...taken]
}

/** Accept the screens of these groups: later runs are compared with those of `now`. */
export function acceptScreens(now: ScreenStore, accepted: ScreenStore, groups: ReadonlySet<string>): number {
  const screens = now.read().filter(({ group }) => groups.has(group))
  accepted.write(withGroups(accepted.read(), groups, screens))
  for (const { id } of screens)
    for (const picture of picturesOf(id))
      cpSync(path.join(now.folder, picture), path.join(accepted.folder, picture))
  return screens.length
}

const picturesOf = (id: string): readonly string[] =>
  (Object.keys(SIZES) as Size[]).flatMap((size) => SCHEMES.map((scheme) => pictureOf(id, size, scheme)))

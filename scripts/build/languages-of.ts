import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A catalogue is named by its language: `en-GB.ts`. */
const CATALOGUE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** The languages of a folder of catalogues; none when the folder does not exist. */
export const languagesOf = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((file) => path.basename(file, '.ts'))
        .filter((name) => CATALOGUE.test(name))
        .toSorted()
    : []

/** The catalogues that the web build of a remote exposes, one for each language, so that a browser loads that of its page only. */
export const exposedCatalogues = (folder: string): Record<string, string> =>
  Object.fromEntries(
    languagesOf(path.join(folder, 'messages')).map((language) => [
      `./messages/${language}`,
      `./messages/${language}.ts`,
    ]),
  )

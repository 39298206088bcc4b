import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A catalogue is named by its language: `en-GB.ts`. */
const CATALOGUE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** The languages that a folder of catalogues has messages in; none where there is no such folder. */
export const languagesOf = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .map((file) => path.basename(file, '.ts'))
        .filter((name) => CATALOGUE.test(name))
        .toSorted()
    : []

/** What the web build of a remote exposes of its messages: each language as a file, so that a browser is given that of its page. */
export const exposedCatalogues = (folder: string): Record<string, string> =>
  Object.fromEntries(
    languagesOf(path.join(folder, 'messages')).map((language) => [
      `./messages/${language}`,
      `./messages/${language}.ts`,
    ]),
  )

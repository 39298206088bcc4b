import path from 'node:path'

/** The project's root folder. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** A path as the person at the terminal means it: relative to where they typed, which npm keeps in INIT_CWD. */
export const fromTerminal = (given: string): string =>
  path.resolve(process.env.INIT_CWD ?? process.cwd(), given)

import path from 'node:path'

/** The project's root folder. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Stripped and compiled modules are kept here: a second start loads its modules in a third of the time (decision 0001). */
export const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compiled')

/** A path as the person at the terminal means it: relative to where they typed, which npm keeps in INIT_CWD. */
export const fromTerminal = (given: string): string =>
  path.resolve(process.env.INIT_CWD ?? process.cwd(), given)

import path from 'node:path'

/** The project's root folder. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Cache of stripped and compiled modules: a second start loads its modules in a third of the time (decision 0001). */
export const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/compiled')

/** A path from the command line: relative to the user's folder, which npm stores in INIT_CWD. */
export const fromTerminal = (given: string): string =>
  path.resolve(process.env.INIT_CWD ?? process.cwd(), given)

/** A release store from the command line: a folder as `fromTerminal` reads it, or an address (http, https, s3) as it is. */
export const storeFromTerminal = (given: string): string =>
  /^(https?|s3):\/\//.test(given) ? given : fromTerminal(given)

import type { ImportReport } from '../import/import-seed.ts'

/** How many files are named at most; the total is always given. */
const MAX_NAMED = 5

/** Note in the log the files of assets that are not searched, because their text could not be read. */
export function warnOfUnreadFiles({ unreadFiles }: ImportReport): void {
  if (unreadFiles.length === 0) return
  const named = unreadFiles.slice(0, MAX_NAMED).map((file) => `\n  ${file}`)
  process.stderr.write(
    `Warning: the text inside ${unreadFiles.length} files is not searched:${named.join('')}\n`,
  )
}

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ReleaseRefused } from './release-refused.ts'

/** What pages of other sites load; nobody else does. */
const EMBED = 'web/embed'

/** What all files of a build of one kind may weigh together, compressed as a browser gets them; the server's as they are. */
const BUDGETS = [
  { what: 'scripts for browsers', files: 'web/**/*.js', maxBytes: 64_000, isCompressed: true },
  // With a React of its own, and both languages. What a form is shown with is 90 KB: docs/figures.md.
  {
    what: 'scripts for pages of other sites',
    files: `${EMBED}/**/*.js`,
    maxBytes: 125_000,
    isCompressed: true,
  },
  { what: 'style sheets', files: 'web/**/*.css', maxBytes: 10_000, isCompressed: true },
  { what: 'code for the server', files: 'node/**/*.js', maxBytes: 1_000_000, isCompressed: false },
] as const

/** Refuse a build, in a folder with `web` and `node`, that is heavier than a remote may be. @throws ReleaseRefused naming each budget and the heaviest files */
export function checkBytes(folder: string): void {
  const reasons = BUDGETS.flatMap(({ what, files, maxBytes, isCompressed }) => {
    const exclude = files.startsWith(EMBED) ? [] : [`${EMBED}/**`]
    const weights = globSync(files, { cwd: folder, exclude }).map((file) => {
      const bytes = readFileSync(path.join(folder, file))
      return { file, bytes: isCompressed ? gzipSync(bytes).length : bytes.length }
    })
    const all = weights.reduce((sum, { bytes }) => sum + bytes, 0)
    if (all <= maxBytes) return []
    const [heaviest] = weights.toSorted((a, b) => b.bytes - a.bytes)
    return [
      `its ${what} weigh ${all} bytes${isCompressed ? ' (gzip)' : ''}, of ${maxBytes} at most; the heaviest is ${heaviest?.file} with ${heaviest?.bytes}`,
    ]
  })
  if (reasons.length > 0)
    throw new ReleaseRefused({
      why: 'It is heavier than a remote may be.',
      reasons,
      todo: 'Leave out what the views do not need, or load it when it is used (`import()`).',
    })
}

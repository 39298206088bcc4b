import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ReleaseRefused } from './release-refused.ts'

/** Files that only pages of other sites load. */
const EMBED = 'web/embed'
/** The part of them that a page loads instead of the rest when it shares its React. */
const HOSTED = `${EMBED}/hosted`
/** Messages of one language; a page loads those of its own language only: scripts/build/embed-build.ts names them. */
const CATALOGUE = /\/messages-[^/]+\.js$/

/**
 * Limits for the total size of each kind of files in a build, with the messages of one language only: compressed as browsers get them,
 * uncompressed for the server.
 */
const BUDGETS = [
  {
    what: 'scripts for browsers',
    files: 'web/**/*.js',
    without: [`${EMBED}/**`],
    maxBytes: 64_000,
    isCompressed: true,
  },
  // Includes a React of its own. To show a form 90 KB are loaded: docs/figures.md.
  {
    what: 'scripts for pages of other sites',
    files: `${EMBED}/**/*.js`,
    without: [`${HOSTED}/**`],
    maxBytes: 125_000,
    isCompressed: true,
  },
  {
    what: 'scripts for pages of other sites with a React of theirs',
    files: `${HOSTED}/**/*.js`,
    without: [],
    maxBytes: 60_000,
    isCompressed: true,
  },
  {
    what: 'style sheets',
    files: 'web/**/*.css',
    without: [`${EMBED}/**`],
    maxBytes: 10_000,
    isCompressed: true,
  },
  {
    what: 'code for the server',
    files: 'node/**/*.js',
    without: [],
    maxBytes: 1_000_000,
    isCompressed: false,
  },
] as const

/**
 * Refuse a build, in a folder with `web` and `node`, that exceeds a limit.
 * @throws ReleaseRefused naming each limit and the largest file
 */
export function checkBytes(folder: string): void {
  const reasons = BUDGETS.flatMap(({ what, files, without, maxBytes, isCompressed }) => {
    const weights = globSync(files, { cwd: folder, exclude: [...without] }).map((file) => {
      const bytes = readFileSync(path.join(folder, file))
      return { file, bytes: isCompressed ? gzipSync(bytes).length : bytes.length }
    })
    const sorted = weights.toSorted((a, b) => b.bytes - a.bytes)
    const [heaviest] = sorted
    const catalogue = sorted.find(({ file }) => CATALOGUE.test(file))
    const loaded = sorted.filter((one) => one === catalogue || !CATALOGUE.test(one.file))
    const all = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
    if (all <= maxBytes) return []
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

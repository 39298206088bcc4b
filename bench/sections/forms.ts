import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { toLine } from '../../scripts/start/usage-error.ts'
import type { Child } from '../child.ts'
import { compareWithContentPages, rowsOfComparison } from '../compare-with-content-pages.ts'
import { measurePosts, measureUpload, rowsOfPosts, rowsOfUpload } from '../form-posts.ts'
import { FORM_PAGES, writeFormSeed } from '../form-seed.ts'
import { rowsOfForms, visitForms } from '../form-typing.ts'
import { UNCACHED } from '../freshness.ts'
import type { Bench } from '../plan.ts'
import { info, type Row, type SectionResult } from '../report.ts'

const PAGES = { name: 'page with a form', paths: FORM_PAGES, connections: 10 } as const
/** Without limits, because one address sends all posts. Every file goes through a scanner that finds nothing. */
const RULES = {
  requestsPerMinute: 0,
  postsPerHour: 0,
  postsPerHourOfAll: 0,
  uploads: { maxBytes: 256 * 1_024 * 1_024 },
  scan: { command: ['sh', '-c', 'cat > /dev/null'] },
} as const
const PLATFORM = 'forms-platform'

/**
 * Forms: the delay between a key and its error on a slow processor, the cost of a page with a form beside a content page, how many posts
 * reach the disk, the memory for a large file, and the size of the scripts.
 */
export async function forms(bench: Bench): Promise<SectionResult> {
  const { site } = bench
  const seed = path.join(site.folder, 'form-seed')
  writeFormSeed(seed)
  const platform = await site.startPlatform(PLATFORM, seed)
  const options = { platformUrl: platform.url, site: { forms: RULES } }
  const withShell =
    (wishes: Parameters<typeof site.startShell>[1]) =>
    async <T>(work: (shell: Child) => Promise<T>) => {
      const shell = await site.startShell('forms', { options, ...wishes })
      return work(shell).finally(() => shell.stop())
    }
  const [ordinary, free, uncached] = [
    withShell({}),
    withShell({ isFree: true }),
    withShell({ limits: UNCACHED }),
  ]
  const data = path.join(site.folder, PLATFORM)
  try {
    const parts = [
      await part('keys and scripts', () => free((shell) => visitForms(shell, bench)), rowsOfForms),
      await part(
        'pages',
        () => uncached((shell) => compareWithContentPages(bench, shell, PAGES)),
        (runs) => rowsOfComparison(runs, PAGES),
      ),
      await part(
        'posts',
        () => ordinary((shell) => measurePosts(bench, shell, { platform, data })),
        rowsOfPosts,
      ),
      await part('upload', () => ordinary((shell) => measureUpload(bench, shell)), rowsOfUpload),
    ]
    const isWhole = parts.every((one) => one.data !== null)
    return { rows: parts.flatMap(({ rows }) => rows), data: isWhole ? parts.map((one) => one.data) : null }
  } finally {
    await platform.stop()
  }
}

/** When a part fails, the figures of the others are still reported. */
async function part<T>(
  name: string,
  work: () => Promise<T | null>,
  toRows: (data: T) => readonly Row[],
): Promise<SectionResult> {
  try {
    const data = await work()
    return { rows: data === null ? [] : toRows(data), data }
  } catch (error) {
    return {
      rows: [info(`forms, ${name}`, `not measured: ${stripVTControlCharacters(toLine(error))}`)],
      data: null,
    }
  }
}

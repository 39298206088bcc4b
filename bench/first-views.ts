import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { LISTINGS } from './pages.ts'
import { ms, type Row } from './report.ts'
import { roundsOf, type RecordedCall, type RecordingProxy } from './recording-proxy.ts'

/** Addresses whose first view is measured: the search page in its states, and every listing. */
const FIRST_VIEWS = {
  'search, no term': '/search',
  'search, a term': '/search?term=bins',
  'search, a tab and a filter': '/search/news?term=bins&topic=0/1/5',
  'search, nothing found': '/search?term=xyzzyq',
  ...LISTINGS,
} as const

/** Source: issue, Measured. */
const LIMITS = { calls: 4, rounds: 2 } as const
const TRIES = 5
const PAUSE_MS = 1_000
/** The purpose of a call; `page` is what every page requests: node, relatives, tree. */
const KINDS = ['page', 'vocabulary', 'results', 'filter lists', 'totals'] as const
type CallKind = (typeof KINDS)[number]

/** The calls for the first view of an address. */
export interface FirstView {
  readonly calls: readonly RecordedCall[]
  readonly kinds: Readonly<Record<CallKind, number>>
  readonly rounds: number
  /** Calls that repeat another one. */
  readonly repeated: number
  readonly totalMs: number
}

/** The platform calls for the first views of pages, without the navigation tree, and how long the views take. */
export async function countCalls(
  shell: Child,
  line: RecordingProxy,
): Promise<Readonly<Record<string, FirstView | null>>> {
  const views: Record<string, FirstView | null> = {}
  // Every page is requested once before, so that the tree is cached and every content type is known.
  for (const address of Object.values(FIRST_VIEWS)) await readPage(shell, address)
  for (const [name, address] of Object.entries(FIRST_VIEWS)) {
    views[name] = null
    const view = await recordView(shell, line, address)
    if (view === null) continue
    const { calls, totalMs } = view
    views[name] = {
      calls,
      kinds: countKinds(calls),
      rounds: roundsOf(calls),
      repeated: calls.length - new Set(calls.map(({ path, body }) => path + body)).size,
      totalMs,
    }
  }
  return views
}

/** Request a page once and record its platform calls, without the tree. Null when the first attempt gave no page. */
export async function recordView(
  shell: Child,
  line: RecordingProxy,
  address: string,
): Promise<Pick<FirstView, 'calls' | 'totalMs'> | null> {
  line.takeCalls()
  const { tookMs, refused } = await readPage(shell, address)
  if (tookMs === null || refused > 0) return null
  return { calls: line.takeCalls().filter((call) => !isTree(call)), totalMs: tookMs }
}

/** How a page was received. */
export interface ReadPage {
  /** Time of the answer with the page; null when there was none. */
  readonly tookMs: number | null
  /** Answers with a 5xx status before it: a platform that has just started has to read its index first. */
  readonly refused: number
}

/** Request a page up to `TRIES` times while the answer is 5xx. @throws Error for every other status but 200 */
export async function readPage(shell: Child, address: string): Promise<ReadPage> {
  for (let refused = 0; refused < TRIES; refused += 1) {
    const began = performance.now()
    const answer = await fetch(shell.url + address)
    await answer.text()
    if (answer.status === 200) return { tookMs: performance.now() - began, refused }
    if (answer.status < 500) throw new Error(`${address} answered ${answer.status}`)
    await sleep(PAUSE_MS)
  }
  return { tookMs: null, refused: TRIES }
}

/** The tree is refreshed from time to time, independently of pages. */
const isTree = ({ path }: RecordedCall): boolean => /\/nodes\/root\?(?!.*entryFields)/.test(path)

const countKinds = (calls: readonly RecordedCall[]): Readonly<Record<CallKind, number>> => {
  const count = (kind: CallKind) => calls.filter((call) => kindOf(call) === kind).length
  return {
    page: count('page'),
    vocabulary: count('vocabulary'),
    results: count('results'),
    'filter lists': count('filter lists'),
    totals: count('totals'),
  }
}

/** The purpose of a call, from its query: counts request the title only, and their aggregations say what they count. */
export function kindOf({ path, body }: Pick<RecordedCall, 'path' | 'body'>): CallKind {
  const { pathname, searchParams } = new URL(path, 'http://platform')
  if (pathname.includes('/taxonomy/')) return 'filter lists'
  if (!pathname.endsWith('/search')) return 'page'
  const query = body === '' ? Object.fromEntries(searchParams) : (JSON.parse(body) as Record<string, unknown>)
  const { where, fields, aggregations } = query
  if (textOf(where).includes('searchSynonyms')) return 'vocabulary'
  const asked = textOf(fields).replaceAll(/["[\]]/g, '')
  if (asked === 'entryTitle,sys.slug') return 'filter lists'
  if (asked !== 'entryTitle') return 'results'
  return aggregations === undefined || textOf(aggregations).includes('sf__types') ? 'totals' : 'filter lists'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

type FirstViews = Readonly<Record<string, FirstView | null>>

/**
 * One row a view: the calls of a shell that caches nothing, and the time of one that caches site-wide answers. The calls before the
 * listing is known do not count as calls of the listing, but as rounds of the view.
 */
export const rowsOfViews = (views: FirstViews, usual: FirstViews): readonly Row[] =>
  Object.entries(views).map(([name, view]) => {
    const measure = `first view, ${name}: calls in rounds`
    const aim = `≤ ${LIMITS.calls} in ≤ ${LIMITS.rounds}, 0 repeated`
    const visit = usual[name]
    if (view === null || !visit) return { measure, figure: 'refused by the platform', aim, holds: false }
    const { kinds, calls, rounds, repeated } = view
    const own = calls.length - kinds.page
    const named = KINDS.filter((kind) => kinds[kind] > 0).map((kind) => `${kind} ${kinds[kind]}`)
    return {
      measure,
      figure: `${own} in ${rounds}, ${repeated} repeated, ${ms(visit.totalMs)}: ${named.join(', ')}`,
      aim,
      holds: own <= LIMITS.calls && rounds <= LIMITS.rounds && repeated === 0,
    }
  })

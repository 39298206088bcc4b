import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { LISTINGS } from './pages.ts'
import { ms, type Row } from './report.ts'
import { roundsOf, type SeenCall, type WatchedPlatform } from './watched-platform.ts'

/** Addresses whose first view is looked at: the search page in its states, and every listing. */
const FIRST_VIEWS = {
  'search, no term': '/search',
  'search, a term': '/search?term=bins',
  'search, a tab and a filter': '/search/news?term=bins&topic=0/1/5',
  'search, nothing found': '/search?term=xyzzyq',
  ...LISTINGS,
} as const

/** Source: issue, Measured. */
const MOST = { calls: 4, rounds: 2 } as const
const TRIES = 5
const PAUSE_MS = 1_000
/** What a call of a view is for; `page` is what every page asks for: node, relatives, tree. */
const KINDS = ['page', 'vocabulary', 'results', 'filter lists', 'totals'] as const
type CallKind = (typeof KINDS)[number]

/** What the first view of an address asked for. */
export interface FirstView {
  readonly calls: readonly SeenCall[]
  readonly kinds: Readonly<Record<CallKind, number>>
  readonly rounds: number
  /** Calls that asked for what another had asked for already. */
  readonly repeated: number
  readonly totalMs: number
}

/** What the first views of pages ask of the platform, the navigation tree aside, and how long they take. */
export async function countCalls(
  shell: Child,
  line: WatchedPlatform,
): Promise<Readonly<Record<string, FirstView | null>>> {
  const views: Record<string, FirstView | null> = {}
  // The tree is there, and every kind of page has been seen before, when the first view comes that counts.
  for (const address of Object.values(FIRST_VIEWS)) await readPage(shell, address)
  for (const [name, address] of Object.entries(FIRST_VIEWS)) {
    views[name] = null
    const view = await seeView(shell, line, address)
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

/** Ask for a page once and see what it asks for, its tree aside. Null where it did not come at the first try. */
export async function seeView(
  shell: Child,
  line: WatchedPlatform,
  address: string,
): Promise<Pick<FirstView, 'calls' | 'totalMs'> | null> {
  line.takeCalls()
  const { tookMs, refused } = await readPage(shell, address)
  if (tookMs === null || refused > 0) return null
  return { calls: line.takeCalls().filter((call) => !isTree(call)), totalMs: tookMs }
}

/** A page as it came at last. */
export interface ReadPage {
  /** Of the answer that had the page; null where it never came. */
  readonly tookMs: number | null
  /** Answers before it that said to come again later: a platform that has just started has its index to read. */
  readonly refused: number
}

/** Ask for a page as often as a patient visitor would. @throws Error when there is none */
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

/** The tree is read again from time to time, for no page in particular. */
const isTree = ({ path }: SeenCall): boolean => /\/nodes\/root\?(?!.*entryFields)/.test(path)

const countKinds = (calls: readonly SeenCall[]): Readonly<Record<CallKind, number>> => {
  const count = (kind: CallKind) => calls.filter((call) => kindOf(call) === kind).length
  return {
    page: count('page'),
    vocabulary: count('vocabulary'),
    results: count('results'),
    'filter lists': count('filter lists'),
    totals: count('totals'),
  }
}

/** What a call is for, by what it asks: those that count ask for one title alone, and say by what they count. */
export function kindOf({ path, body }: Pick<SeenCall, 'path' | 'body'>): CallKind {
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
 * One row a view: the calls of a shell that keeps nothing, and the time of one that keeps what pages of all kinds ask for. What a page asks for before it
 * knows of a list is no call of the list, but is a round of the view.
 */
export const rowsOfViews = (views: FirstViews, usual: FirstViews): readonly Row[] =>
  Object.entries(views).map(([name, view]) => {
    const measure = `first view, ${name}: calls in rounds`
    const aim = `≤ ${MOST.calls} in ≤ ${MOST.rounds}, 0 repeated`
    const visit = usual[name]
    if (view === null || !visit) return { measure, figure: 'refused by the platform', aim, holds: false }
    const { kinds, calls, rounds, repeated } = view
    const own = calls.length - kinds.page
    const named = KINDS.filter((kind) => kinds[kind] > 0).map((kind) => `${kind} ${kinds[kind]}`)
    return {
      measure,
      figure: `${own} in ${rounds}, ${repeated} repeated, ${ms(visit.totalMs)}: ${named.join(', ')}`,
      aim,
      holds: own <= MOST.calls && rounds <= MOST.rounds && repeated === 0,
    }
  })

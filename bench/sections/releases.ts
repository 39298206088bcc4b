import { setTimeout as sleep } from 'node:timers/promises'
import { copyCheckout } from '../../e2e/support/checkout-copy.ts'
import { copyReleases } from '../../e2e/support/release-store.ts'
import { signInContext } from '../../e2e/support/sign-in.ts'
import { aDevSite } from '../../scripts/testing/a-dev-site.ts'
import { aTeamFolder } from '../../scripts/testing/team-repositories.ts'
import { RELEASE_KEY } from '../../scripts/release/releases-folder.ts'
import type { Child } from '../child.ts'
import { median } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { floodWithReleases, type FloodResult } from '../release-flood.ts'
import { aimed, info, ms, whole, type Row, type SectionResult } from '../report.ts'

const PROCESSES = 2
const POLL_MS = 500
const TIMEOUT_MS = 60_000
const LOOK_MS = 50
const STAFF_PAGE = '/version'
/** Words of each remote, and a page that shows them. */
const WORDS = [
  { remote: 'mfe-content', path: '/services/council-tax/pay', words: 'In this section' },
  { remote: 'mfe-search', path: '/search?term=bins', words: 'Search this site' },
  { remote: 'mfe-account', path: '/account/login', words: 'Forgotten your password?' },
  { remote: 'mfe-forms', path: '/contact', words: '(optional)' },
  { remote: 'mfe-devinfo', path: STAFF_PAGE, words: 'What is running here' },
] as const

/**
 * How long releasing takes, with two shell processes running: from a changed file to live in both, a rollback, a canary halted by a command
 * and by the shells themselves; a remote in a repository of its own from nothing to live; a change in the open page of `npm run dev`; and
 * what visitors receive while one release after the other goes live.
 */
export async function releases(bench: Bench): Promise<SectionResult> {
  const store = copyReleases()
  const server = await bench.site.startShell('releases', {
    script: 'shell/supervisor/main.server.ts',
    options: { processes: PROCESSES, releasesDir: store.folder, pollMs: POLL_MS },
    isFree: true,
  })
  try {
    const commands = await timeCommands(server, store.folder, bench)
    const team = await timeTeam(server, store.folder, bench)
    const changes = await timeChanges(bench)
    const { releaseCount, releasePages } = bench.plan
    bench.say(`${releaseCount} releases while at least ${releasePages} pages are asked for`)
    const flood = await floodWithReleases(
      { url: server.url, store: store.folder, paths: CONTENT_PAGES },
      { releases: releaseCount, pages: releasePages },
    )
    const rows = [
      ...rowsOf(commands),
      aimed('an empty folder to live, the kit packed and installed', team, { atMost: 300_000 }, ms),
      ...changeRows(changes),
    ]
    return { rows: [...rows, ...floodRows(flood)], data: { commands, team, changes, flood } }
  } finally {
    await server.stop()
    store.remove()
  }
}

/** Milliseconds by operation, several of each. */
type Times = Record<'first' | 'live' | 'rollback' | 'canary' | 'halt' | 'halts itself', number[]>

async function timeCommands(server: Child, store: string, { plan, say }: Bench): Promise<Times> {
  const times: Times = { first: [], live: [], rollback: [], canary: [], halt: [], 'halts itself': [] }
  const checkout = copyCheckout()
  const run = async (what: keyof Times, ...args: readonly string[]) => {
    const took = await timed(() => checkout.release(...args, '--to', store))
    times[what].push(took)
    say(`${args.join(' ')}: ${ms(took)}`)
  }
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const { remote, path: page, words } of WORDS) {
        checkout.edit(`${remote}/messages/en-GB.ts`, told(words, round), told(words, round + 1))
        // The first check of types has no incremental state of an earlier one.
        await run(round === 0 ? 'first' : 'live', remote)
        if (page !== STAFF_PAGE) await expectWords(server.url + page, told(words, round + 1))
      }
      await run('rollback', 'mfe-search', '--rollback')
      await run('canary', 'mfe-search', '--canary', '50')
      await run('halt', 'halt', 'mfe-search')
      await run('live', 'mfe-search')
    }
    checkout.edit('mfe-search/state/load-search.ts', ...BROKEN)
    await checkout.release('mfe-search', '--canary', '99', '--to', store)
    times['halts itself'].push(await untilHalted(server.url))
    return times
  } finally {
    checkout.remove()
  }
}

const SEARCH_REQUEST = '  const { language, client, signal, query, route, messages } = request\n'
/** Fails for a single term, so that the fixtures of the release gate pass. */
const BROKEN = [
  SEARCH_REQUEST,
  `${SEARCH_REQUEST}  if (JSON.stringify(query).includes('brokenterm')) throw new Error('planted')\n`,
] as const

interface Versions {
  readonly shells: readonly {
    readonly canaries: Readonly<Record<string, { readonly state: string } | undefined>>
  }[]
}

/** From the first failing page until no shell process serves the canary any more, while visitors keep requesting such pages. */
async function untilHalted(site: string): Promise<number> {
  const headers = { accept: 'text/html', cookie: 'site-canary=0' }
  const states = async () => {
    const { shells } = (await (await fetch(`${site}/health/versions`)).json()) as Versions
    return shells.map(({ canaries }) => canaries['mfe-search']?.state)
  }
  const began = performance.now()
  for (let page = 0; (await states()).some((state) => state !== 'halted'); page += 1) {
    await (await fetch(`${site}/search?term=brokenterm${page}`, { headers })).text()
    if (performance.now() - began > TIMEOUT_MS) throw new Error('the canary is not halted')
    await sleep(LOOK_MS)
  }
  return performance.now() - began
}

const told = (words: string, round: number): string => (round === 0 ? words : `${words} ${round}`)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** On a busy machine a page may lack a form that did not load in time: such a page is requested again. */
async function expectWords(url: string, words: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await (await fetch(url)).text()).includes(words)) {
    if (performance.now() > end) throw new Error(`${url} does not say "${words}"`)
    await sleep(LOOK_MS)
  }
}

/** A remote in another repository, from an empty folder to its page: packing the kit, installing it, creating and releasing the remote. */
const timeTeam = (server: Child, store: string, { say }: Bench): Promise<number> =>
  timed(async () => {
    const folder = await aTeamFolder()
    try {
      const remote = await folder.create('mfe-weather')
      const { code, printed } = await remote.npmRun('release', '--to', store, '--key', RELEASE_KEY)
      if (code !== 0) throw new Error(printed)
      await expectWords(`${server.url}/weather`, 'Weather')
      say('a new remote is live')
    } finally {
      folder.remove()
    }
  })

/** Runs in the page: finds the words in texts and in attributes. */
const isInPage = (words: string): boolean =>
  document.querySelector('main')?.innerHTML.includes(words) ?? false

/** From writing a file until the open page shows its words, by remote. */
async function timeChanges({ plan, say }: Bench): Promise<Readonly<Record<string, number>>> {
  const site = await aDevSite()
  const context = await site.browser.newContext()
  await signInContext(context, site.url, 'staff')
  const took: Record<string, number> = {}
  try {
    for (const { remote, path: page, words } of WORDS) {
      const open = await context.newPage()
      await open.goto(site.url + page, { waitUntil: 'networkidle' })
      const times: number[] = []
      for (let round = 0; round < plan.rounds; round += 1) {
        site.checkout.edit(`${remote}/messages/en-GB.ts`, told(words, round), told(words, round + 1))
        times.push(
          await timed(() => open.waitForFunction(isInPage, told(words, round + 1), { timeout: TIMEOUT_MS })),
        )
      }
      took[remote] = median(times)
      say(`${remote}: changed words after ${ms(median(times))}`)
      await open.close()
    }
    return took
  } finally {
    await site.remove()
  }
}

const rowsOf = (times: Times): readonly Row[] => [
  info('file to live in two processes, first time of each remote', ms(median(times.first))),
  info('file to live in two processes', ms(median(times.live))),
  info(
    'back to the release before; to a canary; canary halted',
    [times.rollback, times.canary, times.halt].map((all) => ms(median(all))).join('; '),
  ),
  aimed('a canary that fails is halted after', median(times['halts itself']), { atMost: 10_000 }, ms),
]

const changeRows = (changes: Readonly<Record<string, number>>): readonly Row[] => [
  info(
    `changed words in the open page: ${Object.keys(changes).join(', ')}`,
    Object.values(changes).map(ms).join(', '),
  ),
]

const floodRows = ({
  releases: made,
  canaries,
  pages,
  lost,
  mixed,
  versions,
}: FloodResult): readonly Row[] => [
  info(
    'releases, canaries among them, while pages were asked for; versions seen',
    `${made}, ${canaries}; ${pages}; ${versions}`,
  ),
  aimed('requests lost', lost, { atMost: 0 }, whole),
  aimed('pages of mixed versions', mixed, { atMost: 0 }, whole),
]

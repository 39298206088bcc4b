import { refusedSignIns, resetRequests, type AccountTiming } from '../account-timing.ts'
import type { Child } from '../child.ts'
import { UNCACHED, WARM } from '../freshness.ts'
import { measure, medians, type Load, type Measured } from '../load.ts'
import type { BenchSite } from '../open-site.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench, Plan } from '../plan.ts'
import { aimed, info, ms, ratio, type Row, type SectionResult } from '../report.ts'
import { signIn, signInOften, type SignIns } from '../sign-in.ts'

/** How much time a session may add to a page. Source: issue, Measured. */
const AIM_MS = 0.3
/** Sign-ins of a round; few enough that no account reaches the limit of attempts. */
const SIGN_INS = 15
/** One visitor at a time: simultaneous requests share the work for public pages, but never for pages of members. */
const CONNECTIONS = 1
/** A small difference needs many measurements: turns in each round of the plan. */
const TURNS = 2

/** Signing in with the real password hash, and the cost of a session on a public page. */
export async function sessions({ site, plan, say }: Bench): Promise<SectionResult> {
  const uncached = await startShell(site, 'sessions-uncached', UNCACHED)
  const warm = await startShell(site, 'sessions-warm', WARM)
  const alone = await signingIn(site, uncached, plan, 1)
  const crowd = await signingIn(site, uncached, plan, 4)
  const refused = await refusedSignIns(warm.url)
  const resets = await resetRequests(warm.url)
  const pages = {
    uncached: await comparePages(site, uncached, 'uncached', plan, say),
    warm: await comparePages(site, warm, 'warm', plan, say),
  }
  await Promise.all([uncached.stop(), warm.stop()])
  return {
    rows: [
      ...signInRows('1 at a time', alone),
      ...signInRows('4 at a time', crowd),
      timingRow('refused sign-in', refused),
      timingRow('request for a new password', resets),
      ...costRows('uncached', pages.uncached, AIM_MS),
      ...costRows('warm', pages.warm),
    ],
    data: { pages: CONTENT_PAGES, connections: CONNECTIONS, alone, crowd, refused, resets, ...pages },
  }
}

/** Start a shell as `npm start` runs it, behind a proxy that forwards visitors' addresses. */
async function startShell(
  site: BenchSite,
  name: string,
  limits: Readonly<Record<string, number>>,
): Promise<Child> {
  const config = { ...(await site.shellConfig(name, limits)), trustedProxies: ['127.0.0.1', '::1'] }
  const script = 'shell/start/main.server.ts'
  return site.startServer({ script, env: { TESSERA_CONFIG: JSON.stringify(config) } })
}

interface SigningIn extends SignIns {
  /** Processor time of one sign-in, all threads. */
  readonly shellMs: number
  readonly platformMs: number
}

/** Sign in for one warm-up round, then one measured round for each round of the plan. */
async function signingIn(
  { platform }: BenchSite,
  shell: Child,
  { rounds }: Plan,
  atOnce: number,
): Promise<SigningIn> {
  await signInOften(shell.url, atOnce, atOnce)
  const before = [await shell.usage(), await platform.usage()] as const
  const count = SIGN_INS * rounds
  const result = await signInOften(shell.url, count, atOnce)
  const after = [await shell.usage(), await platform.usage()] as const
  return {
    ...result,
    shellMs: (after[0].cpuMs - before[0].cpuMs) / count,
    platformMs: (after[1].cpuMs - before[1].cpuMs) / count,
  }
}

interface Compared {
  readonly anonymous: Measured
  readonly member: Measured
}

/** The same pages with a session and without, in turns. */
async function comparePages(
  { generator }: BenchSite,
  shell: Child,
  name: string,
  { rounds, seconds }: Plan,
  say: Bench['say'],
): Promise<Compared> {
  const cookie = await signIn(shell.url, 0)
  const anonymous = { who: 'anonymous', headers: {}, runs: [] as Measured[] }
  const member = { who: 'with a session', headers: { cookie }, runs: [] as Measured[] }
  for (let round = 0; round <= rounds * TURNS; round += 1)
    // The order alternates, so that a machine that becomes slower or faster favours neither side.
    for (const { who, headers, runs } of round % 2 === 0 ? [anonymous, member] : [member, anonymous]) {
      const load: Load = { url: shell.url, paths: CONTENT_PAGES, connections: CONNECTIONS, seconds, headers }
      const measured = await measure(shell, generator, load)
      // The first round is for the compiler.
      if (round === 0) continue
      runs.push(measured)
      say(`${name}, ${who}: ${ms(measured.cpuMsPerRequest)} CPU, p50 ${ms(measured.p50)}`)
    }
  return { anonymous: medians(anonymous.runs), member: medians(member.runs) }
}

const signInRows = (how: string, { perSecond, p50, max, shellMs, platformMs }: SigningIn): readonly Row[] => [
  info(`sign-in, ${how}: requests/s; p50; longest`, `${perSecond.toFixed(1)}; ${ms(p50)}; ${ms(max)}`),
  info(`sign-in, ${how}: CPU of shell; of platform`, `${ms(shellMs)}; ${ms(platformMs)}`),
]

const timingRow = (what: string, { known, unknown }: AccountTiming): Row =>
  info(
    `${what}, p50: known; unknown account; ratio`,
    `${ms(known)}; ${ms(unknown)}; ${ratio(known / unknown)}`,
  )

function costRows(name: string, { anonymous, member }: Compared, aim?: number): readonly Row[] {
  const added = member.cpuMsPerRequest - anonymous.cpuMsPerRequest
  const text = `session on a page, ${name}: added CPU`
  return [
    info(
      `page, ${name}: CPU anonymous; with a session`,
      `${ms(anonymous.cpuMsPerRequest)}; ${ms(member.cpuMsPerRequest)}`,
    ),
    aim === undefined ? info(text, ms(added)) : aimed(text, added, { atMost: aim }, ms),
    info(
      `session on a page, ${name}: added latency, mean`,
      ms(1_000 / member.perSecond - 1_000 / anonymous.perSecond),
    ),
  ]
}

import * as v from 'valibot'
import type { SharedStore } from '../store/shared-store.server.ts'

/** Strikes within this time of the first one count together. */
const STRIKE_WINDOW_MS = 600_000
/** This many strikes within the window put a release into quarantine. */
const MAX_STRIKES = 2
/** A quarantine that nobody lifts expires, as every value of the store does. */
const QUARANTINE_MS = 30 * 24 * 3_600_000

/** A release whose code was running, and what it was called for: `import`, `map`, `load`, `render`, or `later` when the call was over. */
export const SuspectSchema = v.object({ app: v.string(), version: v.string(), phase: v.string() })
export type Suspect = Readonly<v.InferOutput<typeof SuspectSchema>>

/** A fault of a release that cost, or would have cost, more than its own slot. */
export interface Strike extends Suspect {
  /** For the log and the version page. */
  readonly reason: string
}

const QuarantineSchema = v.object({ ...SuspectSchema.entries, reason: v.string(), since: v.number() })
/** Why a release is not shown any more; `since` in milliseconds since 1970. */
export type Quarantine = Readonly<v.InferOutput<typeof QuarantineSchema>>

/** What became of a strike. */
export interface StrikeOutcome {
  /** Strikes of the release within the window, this one included. */
  readonly count: number
  /** Set when it is in quarantine now. */
  readonly quarantine: Quarantine | null
}

/**
 * Count a strike against a release, in the store that the shell processes of a site share; the second one within ten minutes
 * puts the release into quarantine. Each shell acts on it when it next looks for releases.
 */
export async function recordStrike(
  store: Pick<SharedStore, 'count' | 'set'>,
  strike: Strike,
  now: () => number = Date.now,
): Promise<StrikeOutcome> {
  const { count } = await store.count(`strikes:${nameOf(strike)}`, STRIKE_WINDOW_MS)
  if (count < MAX_STRIKES) return { count, quarantine: null }
  const { app, version, phase, reason } = strike
  const quarantine: Quarantine = { app, version, phase, reason, since: now() }
  await store.set(quarantineKey(app, version), JSON.stringify(quarantine), QUARANTINE_MS)
  return { count, quarantine }
}

/** Why a release is in quarantine; null when it is not. */
export async function readQuarantine(
  store: Pick<SharedStore, 'get'>,
  app: string,
  version: string,
): Promise<Quarantine | null> {
  const text = await store.get(quarantineKey(app, version))
  return text === null ? null : readAs(QuarantineSchema, text)
}

/** What the release document says of an app. */
interface NamedReleases {
  readonly live: string
  readonly previous: readonly string[]
  /** When it was named live; ISO 8601. */
  readonly releasedAt?: string | undefined
}

/** The quarantines of a site, as one process knows them. */
export interface Quarantines {
  /** Null while the named release of an app is not in quarantine. */
  find(app: string, named: NamedReleases): Promise<FoundQuarantine | null>
}

/** A quarantine of a named release, and what can be live in its place. */
interface FoundQuarantine {
  readonly quarantine: Quarantine
  /** Of the ten releases before it those that are not in quarantine, newest first. */
  readonly earlier: readonly string[]
  /** The named one, and those of the ten that are. */
  readonly quarantined: readonly string[]
}

/** Each of so many earlier releases is asked about at every look while the named one is in quarantine. */
const MOST_EARLIER = 10

/**
 * What has once been known of a quarantine stays known while the store is away. Naming the release live again lifts it: `releasedAt` of
 * the release document is then later. A clock that is ahead of this one's counts from when this process has seen it.
 */
export function createQuarantines(
  store: Pick<SharedStore, 'get'>,
  now: () => number = Date.now,
): Quarantines {
  const known = new Map<string, Quarantine>()
  const seenAt = new Map<string, number>()
  const quarantineOf = async (app: string, version: string): Promise<Quarantine | null> => {
    const key = quarantineKey(app, version)
    const stored = await readQuarantine(store, app, version)
    if (stored) known.set(key, stored)
    return known.get(key) ?? null
  }
  const namedAt = (app: string, { live, releasedAt }: NamedReleases): number => {
    if (releasedAt === undefined) return 0
    const naming = `${app}@${live} ${releasedAt}`
    const seen = seenAt.get(naming) ?? now()
    seenAt.set(naming, seen)
    return Math.min(Date.parse(releasedAt), seen)
  }
  return {
    async find(app, named) {
      const at = namedAt(app, named)
      const quarantine = await quarantineOf(app, named.live)
      if (!quarantine || quarantine.since < at) return null
      const before = named.previous.slice(0, MOST_EARLIER)
      const found = await Promise.all(before.map((version) => quarantineOf(app, version)))
      return {
        quarantine,
        earlier: before.filter((_version, index) => !found[index]),
        quarantined: [named.live, ...before.filter((_version, index) => found[index])],
      }
    },
  }
}

/**
 * What the file TESSERA_SUSPECT_FILE of a shell process says: the release whose code was running when the process stood still.
 * Null for a text that says nothing.
 */
export const readSuspect = (text: string): Suspect | null => readAs(SuspectSchema, text)

function readAs<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    return null // half written, or of another version of the shell
  }
}

const nameOf = ({ app, version }: Suspect): string => `${app}@${version}`
const quarantineKey = (app: string, version: string): string => `quarantine:${app}@${version}`

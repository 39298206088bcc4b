import * as v from 'valibot'
import type { SharedStore } from '../store/shared-store.server.ts'

/** Strikes within this time after the first one are counted together. */
const STRIKE_WINDOW_MS = 600_000
/** This many strikes within the window put a release into quarantine. */
const MAX_STRIKES = 2
/** Lifetime of a quarantine that is not lifted; every value of the store expires. */
const QUARANTINE_MS = 30 * 24 * 3_600_000

/** A release whose code was running, and what it was called for: `import`, `map`, `load`, `render`, or `later` when the call was over. */
export const SuspectSchema = v.object({ app: v.string(), version: v.string(), phase: v.string() })
export type Suspect = Readonly<v.InferOutput<typeof SuspectSchema>>

/** A fault of a release that affected, or could have affected, more than its own slot. */
export interface Strike extends Suspect {
  /** Reason, for the log and the version page. */
  readonly reason: string
}

const QuarantineSchema = v.object({ ...SuspectSchema.entries, reason: v.string(), since: v.number() })
/** Why a release is no longer used; `since` in milliseconds since 1970. */
export type Quarantine = Readonly<v.InferOutput<typeof QuarantineSchema>>

/** The result of recording a strike. */
export interface StrikeOutcome {
  /** Strikes of the release within the window, this one included. */
  readonly count: number
  /** The quarantine, if the strike caused one. */
  readonly quarantine: Quarantine | null
}

/**
 * Counts a strike against a release in the store that a site's shell processes share. The second strike within ten minutes
 * puts the release into quarantine. Each shell applies it with its next poll for releases.
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

/** The entry of an app in the release document. */
interface NamedReleases {
  readonly live: string
  readonly previous: readonly string[]
  /** When it was named live, in ISO 8601. */
  readonly releasedAt?: string | undefined
}

/** The quarantines of a site, cached by one process. */
export interface Quarantines {
  /** The quarantine of an app's named release; null if it is not in quarantine. */
  find(app: string, named: NamedReleases): Promise<FoundQuarantine | null>
}

/** The quarantine of a named release, and the releases that can replace it. */
interface FoundQuarantine {
  readonly quarantine: Quarantine
  /** Those of the ten releases before it that are not in quarantine, newest first. */
  readonly earlier: readonly string[]
  /** The named release, and those of the ten that are in quarantine. */
  readonly quarantined: readonly string[]
}

/** Number of earlier releases that are looked up in each poll while the named one is in quarantine. */
const MAX_EARLIER = 10

/**
 * Known quarantines of releases that an entry names stay in force while the store is unreachable. Naming the release live again lifts a
 * quarantine: `releasedAt` in the release document is then later. A `releasedAt` in the future counts as the time when this process first
 * read it.
 */
export function createQuarantines(
  store: Pick<SharedStore, 'get'>,
  now: () => number = Date.now,
): Quarantines {
  const known = new Map<string, Quarantine>()
  /** By app: the naming of its live release that was read last, and when it was first read. */
  const lastNamings = new Map<string, { readonly naming: string; readonly seenAt: number }>()
  const quarantineOf = async (app: string, version: string): Promise<Quarantine | null> => {
    const key = quarantineKey(app, version)
    const stored = await readQuarantine(store, app, version)
    if (stored) known.set(key, stored)
    return known.get(key) ?? null
  }
  const namedAt = (app: string, { live, releasedAt }: NamedReleases): number => {
    if (releasedAt === undefined) return 0
    const naming = `${live} ${releasedAt}`
    const last = lastNamings.get(app)
    const seenAt = last?.naming === naming ? last.seenAt : now()
    lastNamings.set(app, { naming, seenAt })
    return Math.min(Date.parse(releasedAt), seenAt)
  }
  const forgetOthers = (app: string, versions: readonly string[]): void => {
    for (const [key, one] of known) if (one.app === app && !versions.includes(one.version)) known.delete(key)
  }
  return {
    async find(app, named) {
      const at = namedAt(app, named)
      const before = named.previous.slice(0, MAX_EARLIER)
      forgetOthers(app, [named.live, ...before])
      const quarantine = await quarantineOf(app, named.live)
      if (!quarantine || quarantine.since < at) return null
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
 * The content of a shell process's file TESSERA_SUSPECT_FILE: the release whose code was running when the process hung.
 * Null for any other text.
 */
export const readSuspect = (text: string): Suspect | null => readAs(SuspectSchema, text)

function readAs<T>(schema: v.GenericSchema<unknown, T>, text: string): T | null {
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    return null // written incompletely, or by another version of the shell
  }
}

const nameOf = ({ app, version }: Suspect): string => `${app}@${version}`
const quarantineKey = (app: string, version: string): string => `quarantine:${app}@${version}`

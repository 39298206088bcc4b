/** Packages that a host must share, all in the same version. */
const NEEDED = ['react', 'react-dom', 'react-dom/client'] as const

/** Accepted versions: `useEffectEvent` exists since 19.2, and version 20 may remove APIs. */
const FITTING = /^19\.(?:[2-9]|\d{2,})\.\d+$/
/** How long to wait for the host's React, in milliseconds. */
const DEADLINE_MS = 3_000

/** One version of a package in a Module Federation share scope: `lib` once it is loaded. Both give a function that returns the module. */
interface Offer {
  readonly lib?: (() => unknown) | undefined
  readonly get: () => unknown
}
/** The packages that a host shares, by name and version. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, Offer>> | undefined>>

/** A module of React; each exports its version. */
interface Versioned {
  readonly version?: unknown
}
/** The needed modules of React, by their import names. */
export type HostReact = Readonly<Record<(typeof NEEDED)[number], Versioned>>

/**
 * The host's React from its share scope; null where it shares no accepted version, the scope is missing or broken, or the host takes
 * more than three seconds. Never rejects.
 */
export async function chooseReact(scope: unknown): Promise<HostReact | null> {
  const shared = (scope ?? {}) as ShareScope
  try {
    const version = fittingVersion(shared)
    if (version === null) return null
    const loaded = NEEDED.map(async (name) => [name, await load(shared[name]?.[version])] as const)
    const modules = await withTimeout(DEADLINE_MS, Promise.all(loaded))
    return modules.every(([, module]) => module.version === version)
      ? (Object.fromEntries(modules) as HostReact)
      : null
  } catch {
    return null
  }
}

/** The version of all needed packages. Null for none, and for several, since it is then unknown which one the host itself uses. */
function fittingVersion(shared: ShareScope): string | null {
  const offered = NEEDED.map((name) => Object.keys(shared[name] ?? {}))
  const [version = ''] = offered[0] ?? []
  const isOne = offered.every((versions) => versions.length === 1 && versions[0] === version)
  return isOne && FITTING.test(version) ? version : null
}

/** The module itself; some bundlers wrap it as the default export of another one. */
async function load(offer: Offer | undefined): Promise<Versioned> {
  const make = offer?.lib ?? ((await offer?.get()) as () => unknown)
  const module = make() as Versioned & { readonly default?: Versioned }
  return module.version === undefined ? (module.default ?? module) : module
}

/** The answer; rejects if it takes longer than `milliseconds`. */
function withTimeout<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

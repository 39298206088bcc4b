/** Packages that a host has to share, each in the same version. */
const NEEDED = ['react', 'react-dom', 'react-dom/client'] as const

/** `useEffectEvent` has been there since 19.2; what 20 will take away nobody knows. */
const FITTING = /^19\.(?:[2-9]|\d{2,})\.\d+$/
/** A host that has not handed its React over by then has none. */
const DEADLINE_MS = 3_000

/** What a host of Module Federation says of one version of a package: `lib` is there once it is loaded; both lead to a function that makes the module. */
interface Offer {
  readonly lib?: (() => unknown) | undefined
  readonly get: () => unknown
}
/** What a host shares, by package and version. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, Offer>> | undefined>>

/** A module of React: each says which version it is. */
interface Versioned {
  readonly version?: unknown
}
/** The modules that are needed, by the name that code imports them by. */
export type HostReact = Readonly<Record<(typeof NEEDED)[number], Versioned>>

/**
 * React of a host, from the share scope that it has given; null where it has none that fits. Never rejects: in a scope that is missing or broken there is
 * none, nor where the host takes more than three seconds.
 */
export async function chooseReact(scope: unknown): Promise<HostReact | null> {
  const shared = (scope ?? {}) as ShareScope
  try {
    const version = fittingVersion(shared)
    if (version === null) return null
    const loaded = NEEDED.map(async (name) => [name, await load(shared[name]?.[version])] as const)
    const modules = await before(DEADLINE_MS, Promise.all(loaded))
    return modules.every(([, module]) => module.version === version)
      ? (Object.fromEntries(modules) as HostReact)
      : null
  } catch {
    return null
  }
}

/** The one version of all that is needed. Null for none, and for several, of which nobody can say which one the host itself uses. */
function fittingVersion(shared: ShareScope): string | null {
  const offered = NEEDED.map((name) => Object.keys(shared[name] ?? {}))
  const [version = ''] = offered[0] ?? []
  const isOne = offered.every((versions) => versions.length === 1 && versions[0] === version)
  return isOne && FITTING.test(version) ? version : null
}

/** The module itself: some bundlers have it as the default export of another one. */
async function load(offer: Offer | undefined): Promise<Versioned> {
  const make = offer?.lib ?? ((await offer?.get()) as () => unknown)
  const module = make() as Versioned & { readonly default?: Versioned }
  return module.version === undefined ? (module.default ?? module) : module
}

/** Rejects where the answer takes longer. */
function before<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Why a release is refused, as whoever releases it reads it. */
export interface RefusalFacts {
  /** One sentence. */
  readonly why: string
  /** What exactly: one line each. */
  readonly reasons: readonly string[]
  /** Where it was thrown; absent where nothing was. */
  readonly stack?: string | undefined
  /** What to do about it. */
  readonly todo: string
}

/** A release that does not go live: nothing has changed. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
  readonly facts: RefusalFacts

  constructor(facts: RefusalFacts) {
    super(facts.why)
    this.facts = facts
  }
}

/** The versions that a refusal is about. */
interface Versions {
  readonly app: string
  readonly version: string
  /** The version that stays live; null where there is none. */
  readonly live: string | null
}

/** A refusal for a terminal: which release of which remote, what stays live, why, where, and what to do. */
export function describeRefusal(
  { why, reasons, stack, todo }: RefusalFacts,
  { app, version, live }: Versions,
): string {
  return [
    `${app} ${version} is not released; ${live === null ? 'no release of it is live' : `${live} stays live`}.`,
    `Why: ${why}`,
    ...reasons.map((reason) => `  ${reason}`),
    ...(stack === undefined ? [] : ['Where:', ...stack.split('\n').map((line) => `  ${line.trim()}`)]),
    `What to do: ${todo}`,
  ].join('\n')
}

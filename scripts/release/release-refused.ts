/** Why a release is refused, for the person who releases it. */
export interface RefusalFacts {
  /** The reason in one sentence. */
  readonly why: string
  /** The details: one line each. */
  readonly reasons: readonly string[]
  /** Stack trace of the error; absent when nothing was thrown. */
  readonly stack?: string | undefined
  /** What to do about it. */
  readonly todo: string
}

/** A release is refused: it does not go live, and nothing has changed. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
  readonly facts: RefusalFacts

  constructor(facts: RefusalFacts) {
    super(facts.why)
    this.facts = facts
  }
}

/** The versions in a refusal. */
interface Versions {
  readonly app: string
  readonly version: string
  /** The version that stays live; null when there is none. */
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

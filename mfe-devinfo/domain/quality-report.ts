import type { JsonObject } from '@tessera/shared/contract'

/** A fault of a page that an author should check, as reported by the page's remote. */
export interface QualityFinding {
  readonly check: string
  readonly severity: 'error' | 'warning'
  /** The entry to edit; `isPage` if it is the page's own. */
  readonly entry: {
    readonly id: string
    readonly name: string
    readonly language: string
    readonly isPage: boolean
  }
  /** Path from the entry to the value. */
  readonly field: readonly string[]
  readonly facts: Readonly<Record<string, string | number>>
}

/** The quality report of a page. */
export interface QualityReport {
  readonly findings: readonly QualityFinding[]
  /** In years; null where the text is too short, `not-english` where the formula is not valid. */
  readonly readingAge: number | 'not-english' | null
  /** Number of links that were not looked up because there are too many. */
  readonly unchecked: number
  /** Visitors' answers to "Is this page useful?"; null where the question is not asked, or answers cannot be counted. */
  readonly useful: { readonly yes: number; readonly no: number } | null
}

/** Reads a report from the props of a slot, which another remote has set. */
export function readQualityReport({ findings, readingAge, unchecked, useful }: JsonObject): QualityReport {
  return {
    findings: Array.isArray(findings) ? findings.filter(isFinding) : [],
    readingAge: typeof readingAge === 'number' || readingAge === 'not-english' ? readingAge : null,
    unchecked: typeof unchecked === 'number' ? unchecked : 0,
    useful: readUseful(useful),
  }
}

function readUseful(value: unknown): QualityReport['useful'] {
  const { yes, no } = (value ?? {}) as { readonly yes?: unknown; readonly no?: unknown }
  return typeof yes === 'number' && typeof no === 'number' ? { yes, no } : null
}

function isFinding(value: unknown): value is QualityFinding {
  const { check, severity, entry, field, facts } = (value ?? {}) as Partial<QualityFinding>
  return (
    typeof check === 'string' &&
    (severity === 'error' || severity === 'warning') &&
    typeof entry?.id === 'string' &&
    Array.isArray(field) &&
    typeof facts === 'object'
  )
}

/** Findings of one severity, those of the page's own entry first. */
export const findingsOf = (
  { findings }: QualityReport,
  severity: QualityFinding['severity'],
): readonly QualityFinding[] =>
  findings
    .filter((finding) => finding.severity === severity)
    .toSorted((one, other) => Number(other.entry.isPage) - Number(one.entry.isPage))

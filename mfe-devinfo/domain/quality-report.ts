import type { JsonObject } from '@tessera/shared/contract'

/** Something that an author should look at, as the remote that shows the page says it. */
export interface QualityFinding {
  readonly check: string
  readonly severity: 'error' | 'warning'
  /** What is to be opened; `isPage` where it is the page's own entry. */
  readonly entry: {
    readonly id: string
    readonly name: string
    readonly language: string
    readonly isPage: boolean
  }
  /** The way from the entry to the value. */
  readonly field: readonly string[]
  readonly facts: Readonly<Record<string, string | number>>
}

/** What was found on a page. */
export interface QualityReport {
  readonly findings: readonly QualityFinding[]
  /** In years; null where the text is too short, `not-english` where no formula is applied. */
  readonly readingAge: number | 'not-english' | null
  /** Links that were not looked up, because there are too many. */
  readonly unchecked: number
  /** What visitors have answered to whether the page is useful; null where nobody is asked, or nobody counts. */
  readonly useful: { readonly yes: number; readonly no: number } | null
}

/** A report from the props of a slot, which another remote has made. */
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

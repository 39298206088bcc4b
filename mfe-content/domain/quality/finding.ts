import type { Entry } from '@tessera/shared/content'

/** Position of a part of a page in the content: the entry to open, and the path of the field in it. */
export interface FieldPosition {
  readonly entry: Pick<Entry, 'sys' | 'entryTitle'>
  /** Path that begins with the field, e.g. `['body', '3. image']`; numbers count from 1. */
  readonly field: readonly string[]
}

/** A kind of fault. */
export type Check =
  | 'missingAlt'
  | 'headingJump'
  | 'brokenLink'
  | 'malformedLink'
  | 'missingEntry'
  | 'entryWithoutPage'
  | 'missingDescription'
  | 'longTitle'
  | 'oversizedImage'
  | 'hardToRead'

/** A fault that an author should check. `error`: a barrier for some visitors, or a broken link; `warning`: it lowers the page's quality. */
export interface Finding extends FieldPosition {
  readonly check: Check
  readonly severity: 'error' | 'warning'
  /** Details: a file, a URL, heading levels, lengths. */
  readonly facts: Readonly<Record<string, string | number>>
}

/** Checks whose findings are errors. */
const ERRORS: ReadonlySet<Check> = new Set([
  'missingAlt',
  'headingJump',
  'brokenLink',
  'malformedLink',
  'missingEntry',
])

/** Makes a finding, with the severity of its check. */
export const finding = (
  check: Check,
  { entry, field }: FieldPosition,
  facts: Finding['facts'] = {},
): Finding => ({
  check,
  severity: ERRORS.has(check) ? 'error' : 'warning',
  entry,
  field,
  facts,
})

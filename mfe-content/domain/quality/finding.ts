import type { Entry } from '@tessera/shared/content'

/** Where something of a page is written: the entry that an author has to open, and the way to the field in it. */
export interface Place {
  readonly entry: Pick<Entry, 'sys' | 'entryTitle'>
  /** From the field on, e.g. `['body', '3. image']`; numbers count from 1, as authors do. */
  readonly field: readonly string[]
}

/** What is looked for. */
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

/** Something that an author should look at: `error` keeps somebody out or leads nowhere, `warning` makes the page worse than it could be. */
export interface Finding extends Place {
  readonly check: Check
  readonly severity: 'error' | 'warning'
  /** What it is about: a file, an address, levels of headings, lengths. */
  readonly facts: Readonly<Record<string, string | number>>
}

/** Checks whose findings keep somebody out or lead nowhere. */
const ERRORS: ReadonlySet<Check> = new Set([
  'missingAlt',
  'headingJump',
  'brokenLink',
  'malformedLink',
  'missingEntry',
])

/** A finding of a check. */
export const finding = (check: Check, { entry, field }: Place, facts: Finding['facts'] = {}): Finding => ({
  check,
  severity: ERRORS.has(check) ? 'error' : 'warning',
  entry,
  field,
  facts,
})

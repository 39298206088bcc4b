import type { Field, FieldValue, PartName } from '../form-definition.ts'

/** What is wrong, with what there is to say about it; `error-text` puts it into words. */
export type Problem =
  | { readonly code: 'required' | 'notEmail' | 'notWebsite' | 'notTelephone' | 'notDate' }
  | { readonly code: 'notHours' | 'notHoursOfDay' | 'notMinutes' | 'notAccepted' | 'notPattern' }
  | { readonly code: 'tooShort'; readonly least: number }
  | { readonly code: 'tooLong'; readonly most: number }
  | { readonly code: 'tooSmall' | 'tooLarge' | 'tooFew' | 'tooMany'; readonly limit: number }
  | { readonly code: 'fileType'; readonly allowed: readonly string[] }
  | { readonly code: 'fileEmpty' }
  | { readonly code: 'fileTooLarge'; readonly maxBytes: number }

/** Where a problem shows, and from when on. */
export interface Place {
  /** The part of an address, name or time that is wrong. */
  readonly part?: PartName
  /** Whether it shows at once, or only after the field has been left. Source: specification 5, Forms. */
  readonly when: 'onChange' | 'onBlur'
  /** The author's own words for it. */
  readonly message?: string
}

export type FieldProblem = Problem & Place

/** Names and values as a browser posts them, or as its form data gives them. */
export type Entries = readonly (readonly [name: string, value: unknown])[]

/** What a language says of answers. */
export interface AnswerMessages {
  /** A day that was given as yyyy-mm-dd. */
  readonly day: (date: string) => string
  /** Of a box that says by itself what it is. */
  readonly yes: string
}

/** All that the rules of a form have to know of a type of field. A new type is one of these, a view in `ui`, and a row in both tables; in those of `initial-values` and `pairs` where it is not as a text is. */
export interface FieldKind {
  /** What is wrong with a value. Source: specification 5, Forms. */
  readonly problems: (field: Field, value: FieldValue | undefined) => readonly FieldProblem[]
  /** The value among what was posted, by the names of a post (`fields/pairs`) or of the controls; null where it is not among it. */
  readonly posted: (field: Field, entries: Entries, versionId: string) => FieldValue | null
  /** The value from a draft, which anything may have written; null for what the field cannot hold. */
  readonly parsed: (field: Field, value: unknown) => FieldValue | null
  /** What page rules compare; empty where nothing is filled in, and for kinds that have no one value. */
  readonly compared: (field: Field, value: FieldValue | undefined) => string
  /** The lines that an answer is shown in once it is given; none where there is no answer. */
  readonly lines: (field: Field, value: FieldValue | undefined, messages: AnswerMessages) => readonly string[]
}

/** One line, unless there is nothing to say. */
export const lineOf = (text: string): readonly string[] => (text.trim() === '' ? [] : [text])

/** Longer texts are no answer to a field. */
export const MAX_TEXT = 100_000

export const onBlur = (problem: Problem): FieldProblem => ({ ...problem, when: 'onBlur' })
export const onChange = (problem: Problem): FieldProblem => ({ ...problem, when: 'onChange' })
export const REQUIRED: FieldProblem = onBlur({ code: 'required' })

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_TEXT

/** The first text of a name among what was posted; null without one. */
export function textNamed(entries: Entries, name: string): string | null {
  const value = entries.find(([key]) => key === name)?.[1]
  return isText(value) ? value : null
}

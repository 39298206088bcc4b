import type { Field, FieldValue, PartName } from '../form-definition.ts'

/** A problem with a value, and the parameters of its message, which `error-text` makes. */
export type Problem =
  | { readonly code: 'required' | 'notEmail' | 'notWebsite' | 'notTelephone' }
  | { readonly code: 'notDate' | 'notNumber' | 'notInteger' }
  | { readonly code: 'notHours' | 'notHoursOfDay' | 'notMinutes' | 'notAccepted' | 'notPattern' }
  | {
      readonly code: 'tooShort' | 'tooLong' | 'tooSmall' | 'tooLarge' | 'tooFew' | 'tooMany'
      readonly limit: number
    }
  | { readonly code: 'fileType'; readonly allowed: readonly string[] }
  | { readonly code: 'fileEmpty' }
  | { readonly code: 'fileTooLarge'; readonly maxBytes: number }

/** Where and when a problem is shown. */
export interface ProblemDisplay {
  /** The part of an address, name or time that is wrong. */
  readonly part?: PartName
  /** Whether it shows at once, or only after the field has been left. Source: specification 5, Forms. */
  readonly when: 'onChange' | 'onBlur'
}

export type FieldProblem = Problem & ProblemDisplay

/** Names and values as a browser posts them, or as its form data gives them. */
export type Entries = readonly (readonly [name: string, value: unknown])[]

/** Texts of a language for showing answers. */
export interface AnswerMessages {
  /** A day that was given as yyyy-mm-dd. */
  readonly day: (date: string) => string
  /** The answer of a ticked checkbox whose name is the field's label. */
  readonly yes: string
}

/**
 * Everything that the rules of a form need to know about a type of field. A new type needs one of these, a view in `ui`, and a row in both
 * tables; also rows in those of `initial-values` and `pairs` if it differs from text.
 */
export interface FieldKind {
  /** What is wrong with a value. Source: specification 5, Forms. */
  readonly problems: (field: Field, value: FieldValue | undefined) => readonly FieldProblem[]
  /** The value in a post, by the names of a post (`fields/pairs`) or of the controls; null if it is not there. */
  readonly posted: (field: Field, entries: Entries, versionId: string) => FieldValue | null
  /** The value from a draft, which may hold anything; null for a value that the field cannot have. */
  readonly parsed: (field: Field, value: unknown) => FieldValue | null
  /** The answer as one text, for navigation rules, checks and JSON; empty if nothing is filled in, and for kinds of several texts. */
  readonly compared: (field: Field, value: FieldValue | undefined) => string
  /** The lines in which an answer is shown; none without an answer. */
  readonly lines: (field: Field, value: FieldValue | undefined, messages: AnswerMessages) => readonly string[]
}

/** Whether a text has nothing visible: it is empty, or has only white space, control and format characters. */
export const isBlank = (text: string): boolean => /^[\s\p{Cc}\p{Cf}\p{DI}]*$/u.test(text)

/** A list of one line; empty for a blank text. */
export const lineOf = (text: string): readonly string[] => (isBlank(text) ? [] : [text])

export const onBlur = (problem: Problem): FieldProblem => ({ ...problem, when: 'onBlur' })
export const onChange = (problem: Problem): FieldProblem => ({ ...problem, when: 'onChange' })
export const REQUIRED: FieldProblem = onBlur({ code: 'required' })

export const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * The first text with this name in a post, with its line breaks as a `textarea` counts them: a post without script has CRLF. Other control
 * characters are left out, except tabs. Null without a text.
 */
export function textNamed(entries: Entries, name: string): string | null {
  const value = entries.find(([key]) => key === name)?.[1]
  return isText(value) ? value.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '') : null
}

import { fileOf, isSameValue } from './field-value.ts'
import { initialValues } from './fields/initial-values.ts'
import { fitValues } from './fit-values.ts'
import type { PageInfo } from './page-info.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from './form-definition.ts'

/** What a visitor had typed into a form when they had to leave it. */
export interface Draft {
  /** Who typed it; null where nobody was signed in. */
  readonly userId: string | null
  /** Milliseconds since 1970. */
  readonly keptAt: number
  readonly currentPageIndex: number
  /** As in page info. */
  readonly review?: PageInfo['review']
  readonly values: FormValues
  /** Of the form as it was filled in. */
  readonly contentVersionId: string
  readonly format: typeof DRAFT_FORMAT
}

/** A draft that was read for the form as it is now. */
export interface ReadDraft extends Draft {
  /** Whether the form's author has changed it since: what does not fit any more is left out. */
  readonly isOfOtherVersion: boolean
}

/** How a draft is written. Another release of this remote may write another one: those that are not this are dropped. */
export const DRAFT_FORMAT = 2

/** Lifetime of a draft since something was typed last or its page was left; older ones are dropped. As long as a form without script is held. */
export const DRAFT_LIFETIME_MS = 24 * 3_600_000

/** What of a form's values may be kept: what was typed or chosen; never files, nor what the form brought along. */
export function draftValues(form: FormDefinition, values: FormValues): FormValues {
  const initial = initialValues(form)
  return Object.fromEntries(
    keptFields(form)
      .map(({ id }) => [id, values[id]] as const)
      .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== undefined)
      .filter(([id, value]) => !isSameValue(value, initial[id])),
  )
}

/** Whether a draft is too old, or of another format; anything that is no draft is. */
export const isStale = (value: unknown, now: number): boolean => {
  const keptAt = isObject(value) && value['format'] === DRAFT_FORMAT ? value['keptAt'] : undefined
  return typeof keptAt !== 'number' || keptAt > now || now - keptAt > DRAFT_LIFETIME_MS
}

/**
 * A draft from storage, which anything may have written. Null for what is no draft or too old, and for what was typed by
 * somebody else than `userId`: another user, or a user where nobody is signed in. Fields that the form has not are dropped.
 */
export function readDraft(
  value: unknown,
  form: FormDefinition,
  userId: string | null,
  now: number,
): ReadDraft | null {
  if (!isObject(value) || isStale(value, now) || !isObject(value['values'])) return null
  const owner = value['userId']
  if (owner !== null && owner !== userId) return null
  const { values, currentPageIndex, keptAt, review, contentVersionId } = value
  const versionId = typeof contentVersionId === 'string' ? contentVersionId : form.contentVersionId
  // Each value is looked at by its field: anything may stand there.
  const fitting = fitValues(form, values as FormValues, versionId)
  const kept = keptFields(form).flatMap(({ id }) => {
    const of = fitting[id]
    return of === undefined ? [] : [[id, of] as const]
  })
  return {
    userId,
    keptAt: Number(keptAt),
    currentPageIndex: Number.isInteger(currentPageIndex) ? Number(currentPageIndex) : 0,
    ...((review === 'shown' || review === 'left') && { review }),
    values: Object.fromEntries(kept),
    contentVersionId: form.contentVersionId,
    format: DRAFT_FORMAT,
    isOfOtherVersion: versionId !== form.contentVersionId,
  }
}

/** What tells one submission from another, without what may not be kept: the same answers after a reload are the same submission. */
export const submissionFacts = (form: FormDefinition, values: FormValues): string =>
  JSON.stringify([
    form.contentVersionId,
    draftValues(form, values),
    fieldsOf(form).map(({ id }) => fileOf(values[id])?.name ?? ''),
  ])

/** Fields whose values are the visitor's own, can be put back by script, and may be kept at all. */
const keptFields = (form: FormDefinition): readonly Field[] =>
  fieldsOf(form).filter(
    ({ type, isSensitive }) =>
      type !== 'Upload' && type !== 'HiddenField' && type !== 'SectionBreak' && !isSensitive,
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import { isObject, isSameValue } from './field-value.ts'
import { initialValues } from './fields/initial-values.ts'
import { fitValues } from './fit-values.ts'
import type { PageInfo } from './page-info.ts'
import { fieldsOf, type FieldValue, type FormDefinition, type FormValues } from './form-definition.ts'

/** What a visitor has typed into a form, stored in case they have to leave it. */
export interface Draft {
  /** The user who typed it; null if nobody was signed in. */
  readonly userId: string | null
  /** Milliseconds since 1970. */
  readonly keptAt: number
  readonly currentPageIndex: number
  /** As in page info. */
  readonly review?: PageInfo['review']
  readonly values: FormValues
  /** Version of the form that was filled in. */
  readonly contentVersionId: string
  readonly format: typeof DRAFT_FORMAT
}

/** What is restored of a draft, adapted to the current version of the form. */
export interface ReadDraft extends Pick<Draft, 'currentPageIndex' | 'review' | 'values'> {
  /** Whether the form's author has changed it since: values that no longer fit are left out. */
  readonly isOfOtherVersion: boolean
}

/** Version of a draft's format. Drafts in another format, which another release of this remote may write, are dropped. */
export const DRAFT_FORMAT = 2

/** Lifetime of a draft since the last input, or since its page was left; older ones are dropped. The same as for a form without script. */
export const DRAFT_LIFETIME_MS = 24 * 3_600_000

/** The values of a form that may be stored: what was typed or chosen; never files, sensitive fields or initial values. */
export function draftValues(form: FormDefinition, values: FormValues): FormValues {
  const initial = initialValues(form)
  return Object.fromEntries(
    storableValues(form, values).filter(([id, value]) => !isSameValue(value, initial[id])),
  )
}

/** Whether a draft is too old or in another format; true for anything that is not a draft. */
export const isStale = (value: unknown, now: number): boolean => {
  const keptAt = isObject(value) && value['format'] === DRAFT_FORMAT ? value['keptAt'] : undefined
  return typeof keptAt !== 'number' || keptAt > now || now - keptAt > DRAFT_LIFETIME_MS
}

/**
 * A draft from storage, which may hold anything. Null if it is no draft or too old, or if a user other than `userId` typed it, also if
 * nobody is signed in now. Fields that the form does not have are dropped.
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
  const { values, currentPageIndex, review, contentVersionId } = value
  const versionId = String(contentVersionId)
  // Each value is checked by its field, since storage may hold anything.
  const fitting = fitValues(form, values as FormValues, versionId)
  return {
    currentPageIndex: Number.isInteger(currentPageIndex) ? Number(currentPageIndex) : 0,
    ...((review === 'shown' || review === 'left') && { review }),
    values: Object.fromEntries(storableValues(form, fitting)),
    isOfOtherVersion: versionId !== form.contentVersionId,
  }
}

/** Values of the fields that a visitor fills in, that script can restore, and that may be stored, by field id. */
const storableValues = (
  form: FormDefinition,
  values: FormValues,
): readonly (readonly [string, FieldValue])[] =>
  fieldsOf(form)
    .filter(
      ({ type, isSensitive }) =>
        type !== 'Upload' && type !== 'HiddenField' && type !== 'SectionBreak' && !isSensitive,
    )
    .map(({ id }) => [id, values[id]] as const)
    .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== undefined)

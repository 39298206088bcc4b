import type { FormOutcome, Json } from '@tessera/shared/contract'
import { fitValues } from '../domain/fit-values.ts'
import { fileOf, isObject } from '../domain/field-value.ts'
import { MAX_TEXT } from '../domain/fields/text.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from '../domain/form-definition.ts'
import type { PageInfo } from '../domain/page-info.ts'
import type { SeenField } from '../domain/refused-answers.ts'
import { freshForm } from './form.slice.ts'
import type { FormState } from './form-state.ts'

/** The state of a form after a post without script. The definition is left out, since it is loaded again. */
export interface PostedState extends Omit<FormState, 'definition'> {
  readonly contentVersionId: string
  /** As in the definition, which an answer is read with. */
  readonly target?: FormDefinition['target']
  /** The fields at which the problems that an answer names are shown; only while the form is being sent. */
  readonly seen?: readonly SeenField[]
}

/** A form that is filled in without script. */
export interface FilledForm extends FormState {
  /** The values of the posted pages. Other pages have the initial values of the form and of the page that shows it. */
  readonly posted: FormValues
}

/** The state as JSON, to be held until the next post, or until the form is sent. */
export const toPosted = ({ definition, posted, ...state }: FilledForm, seen?: readonly SeenField[]): Json =>
  ({
    ...state,
    values: posted,
    contentVersionId: definition?.contentVersionId ?? '',
    ...(definition?.target && { target: definition.target }),
    ...(seen && { seen }),
  }) satisfies PostedState as unknown as Json

/** A longer value, in characters of JSON, is not carried beside its own field. */
const MAX_CARRIED = 5_000

/**
 * The values that `carried` holds: without the long ones of the shown page, since its fields post them, and with both the next post would
 * be too large.
 */
export const carriedValues = (
  values: FormValues,
  { review }: PageInfo,
  shown: readonly string[],
): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([id, value]) =>
        review === 'shown' ||
        !shown.includes(id) ||
        fileOf(value) !== null ||
        JSON.stringify(value).length <= MAX_CARRIED,
    ),
  )

/** The state of a form that is shown. A text of another page that is too long to be sent is carried cut, so that it is still refused. */
export function toShown(form: FilledForm): Pick<FormOutcome, 'state' | 'carried'> {
  const { definition, posted, pageInfo } = form
  const shown = definition?.pages[pageInfo.currentPageIndex]?.fields ?? []
  const cut = (definition ? fieldsOf(definition) : []).flatMap((field) => {
    const value = posted[field.id]
    return value === undefined ? [] : [[field.id, cutText(field, value)] as const]
  })
  const carried = carriedValues(
    { ...posted, ...Object.fromEntries(cut) },
    pageInfo,
    shown.map(({ id }) => id),
  )
  return { state: toPosted(form), carried: toPosted({ ...form, posted: carried }) }
}

/** A value whose texts that are too long are cut just beyond their limit. */
function cutText({ maxLength = 0 }: Field, value: FieldValue): FieldValue {
  const end = Math.max(maxLength, MAX_TEXT) + 1
  if (typeof value === 'string') return value.slice(0, end)
  if (!isObject(value) || fileOf(value)) return value
  return Object.fromEntries(Object.entries(value).map(([part, text]) => [part, String(text).slice(0, end)]))
}

/** The state that was held: unchanged, or for another version of the form what still fits. Null for invalid state. */
export function readPosted(
  state: Json | undefined,
  definition: FormDefinition,
): Omit<FilledForm, 'definition'> | null {
  if (!isPosted(state)) return null
  const { contentVersionId: version, target: _target, seen: _seen, ...held }: PostedState = state
  const { definition: _definition, ...fresh } = freshForm(definition)
  if (version === definition.contentVersionId)
    return { ...held, values: { ...fresh.values, ...held.values }, posted: held.values }
  const posted = fitValues(definition, held.values, version)
  return {
    ...fresh,
    ...(held.postedKey !== undefined && { postedKey: held.postedKey }),
    values: { ...fresh.values, ...posted },
    posted,
  }
}

const isPosted = (state: unknown): state is PostedState =>
  typeof state === 'object' &&
  state !== null &&
  'contentVersionId' in state &&
  'values' in state &&
  'pageInfo' in state

/**
 * A form without the lengths of its numbers: they count what was typed, such as 001234, and the browser half, which has checked them, posts
 * 1234. Any number has a longer form, and a large one a shorter form (1e3), so that nothing can be told from this length.
 */
export const withoutNumberLengths = (definition: FormDefinition): FormDefinition => ({
  ...definition,
  pages: definition.pages.map((page) => ({
    ...page,
    fields: page.fields.map((field) => {
      const { minLength: _min, maxLength: _max, ...rest } = field
      return field.type === 'Number' ? rest : field
    }),
  })),
})

import type { Json } from '@tessera/shared/contract'
import { fitValues } from '../domain/fit-values.ts'
import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
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
  /** The values of the pages that were posted. Those of other pages are from the form, and from the page that holds it. */
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

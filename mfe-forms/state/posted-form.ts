import type { Json } from '@tessera/shared/contract'
import { fitValues } from '../domain/fit-values.ts'
import type { FormDefinition } from '../domain/form-definition.ts'
import { freshForm } from './form.slice.ts'
import type { FormState } from './form-state.ts'

/** The state of a form after a post without script. The definition is left out, since it is loaded again. */
export interface PostedState extends Omit<FormState, 'definition'> {
  readonly contentVersionId: string
  /** As in the definition, which an answer is read with. */
  readonly target?: FormDefinition['target']
}

/** The state as JSON, to be held until the next post. */
export const toPosted = ({ definition, ...state }: FormState): Json =>
  ({
    ...state,
    contentVersionId: definition?.contentVersionId ?? '',
    ...(definition?.target && { target: definition.target }),
  }) satisfies PostedState as unknown as Json

/** The state that was held: unchanged, or for another version of the form what still fits. Null for invalid state. */
export function readPosted(state: Json | undefined, definition: FormDefinition): PostedState | null {
  if (!isPosted(state)) return null
  if (state.contentVersionId === definition.contentVersionId) return state
  const { definition: _definition, ...fresh } = freshForm(definition)
  return {
    ...fresh,
    ...(state.postedKey !== undefined && { postedKey: state.postedKey }),
    values: { ...fresh.values, ...fitValues(definition, state.values, state.contentVersionId) },
    contentVersionId: definition.contentVersionId,
  }
}

const isPosted = (state: unknown): state is PostedState =>
  typeof state === 'object' &&
  state !== null &&
  'contentVersionId' in state &&
  'values' in state &&
  'pageInfo' in state

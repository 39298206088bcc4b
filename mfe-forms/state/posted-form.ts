import type { Json } from '@tessera/shared/contract'
import { fitValues } from '../domain/fit-values.ts'
import type { FormDefinition } from '../domain/form-definition.ts'
import { freshForm } from './form.slice.ts'
import type { FormState } from './form-state.ts'

/** A form as a post has left it: all but what its author made, which is asked for anew. */
export interface PostedState extends Omit<FormState, 'definition'> {
  readonly contentVersionId: string
}

/** The state for whoever holds it until the next post. */
export const toPosted = ({ definition, ...state }: FormState): Json =>
  ({
    ...state,
    contentVersionId: definition?.contentVersionId ?? '',
  }) satisfies PostedState as unknown as Json

/** What was held: as it was, or of another version what still fits. Null for what is no state. */
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

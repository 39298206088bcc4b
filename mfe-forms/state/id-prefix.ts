import type { HostState } from '@tessera/shared/contract'
import { optionControlId } from '../domain/control-id.ts'
import type { FormOptions } from '../domain/form-options.ts'
import { fieldsOf, type FormDefinition } from '../domain/form-definition.ts'
import { selectFormsState } from './form-state.ts'

/**
 * Prefix for the ids of a form's controls: empty, unless another form of the page has one of these ids already, or the same form is on the
 * page twice. Server and browser find the same. Source: reference forms 1.3.
 */
export function selectIdPrefix(
  state: Partial<HostState>,
  slotId: string,
  { formId, key }: Pick<FormOptions, 'formId' | 'key'>,
): string {
  const first = state.page?.slots?.find(({ props }) => String(props?.['formId'] ?? '') === formId)
  if (first && first.id !== slotId) return `${slotId}-`
  const forms = Object.entries(selectFormsState(state).forms)
  const before = forms.slice(
    0,
    forms.findIndex(([of]) => of === key),
  )
  if (before.length === 0) return ''
  const own = selectFormsState(state).forms[key]?.definition
  const taken = new Set(before.flatMap(([, { definition }]) => idsOf(definition)))
  return idsOf(own ?? null).some((id) => taken.has(id)) ? `${slotId}-` : ''
}

const idsOf = (definition: FormDefinition | null): readonly string[] =>
  definition === null
    ? []
    : fieldsOf(definition).flatMap((field) => [
        field.id,
        ...(field.options ?? []).map((option) => optionControlId(option)),
        ...(field.parts ?? []).map(({ id }) => id),
      ])

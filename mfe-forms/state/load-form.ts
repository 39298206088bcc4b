import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { readFormMap } from '../domain/read-form-map.ts'
import { formFailed, formLoaded } from './form-actions.ts'

/** Load the form that the slot names. A form that cannot be loaded fails its slot alone: the page is shown, and the slot says so. */
export async function loadForm({ slot, client, sanitise, signal }: LoadRequest): Promise<LoadResult> {
  const formId = String(slot.props['formId'] ?? '')
  try {
    return { actions: [formLoaded({ formId, form: readFormMap(await client.formMap(formId), sanitise) })] }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return { actions: [formFailed({ formId })] }
  }
}

import type { PartName } from '../../../domain/form-definition.ts'
import { deferredOr } from '../deferred.ts'

const noErrors = () => []

/** No errors before the deferred modules are loaded: errors are shown for fields that have been used. */
export const validatePage = deferredOr('validatePage', noErrors)
export const shownErrors = deferredOr('shownErrors', noErrors)
export const touchKey = (fieldId: string, part?: PartName): string => (part ? `${fieldId}/${part}` : fieldId)

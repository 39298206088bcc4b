import type { PartName } from '../../../domain/form-definition.ts'
import { late } from '../rest.ts'

const nothing = () => []

/** No errors before the rest is loaded: errors are shown for fields that have been used. */
export const validatePage = late('validatePage', nothing)
export const shownErrors = late('shownErrors', nothing)
export const touchKey = (fieldId: string, part?: PartName): string => (part ? `${fieldId}/${part}` : fieldId)

import { latePart } from '../../rest.ts'

export const AddressParts = latePart('AddressParts')
export const NameParts = latePart('NameParts')
export const TimeParts = latePart('TimeParts')

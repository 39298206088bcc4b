import { latePart } from '../rest.ts'

export const FormMissing = latePart('FormMissing')

import { latePart } from '../rest.ts'

export const SubmitError = latePart('SubmitError')

import { latePart } from '../rest.ts'

export const Confirmation = latePart('Confirmation')

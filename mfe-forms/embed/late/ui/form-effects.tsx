import { latePart } from '../rest.ts'

export const FormEffects = latePart('FormEffects')

import { latePart } from '../rest.ts'

export const PageErrors = latePart('PageErrors')

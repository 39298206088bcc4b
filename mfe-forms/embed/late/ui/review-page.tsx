import { latePart } from '../rest.ts'

export const ReviewPage = latePart('ReviewPage')

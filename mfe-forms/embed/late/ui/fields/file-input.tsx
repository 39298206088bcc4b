import { latePart } from '../../rest.ts'

export const FileInput = latePart('FileInput')

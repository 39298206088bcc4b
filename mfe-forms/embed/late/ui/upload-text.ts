import { late } from '../rest.ts'

const none = () => null

export const filesHint = late('filesHint', none)
export const fileFailure = late('fileFailure', none)
export const sendingText = late('sendingText', none)
export const uploadsElsewhere = late('uploadsElsewhere', () => [])

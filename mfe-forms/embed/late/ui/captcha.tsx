import { latePart } from '../rest.ts'

export const Captcha = latePart('Captcha')

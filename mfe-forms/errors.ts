import { errorsOf } from '@tessera/shared/contract'

/** The errors of this remote. Messages are for logs; visitors see `failures` of the messages. */
export const FORMS_ERRORS = {
  'forms/captcha-blocked': { message: 'The script of the captcha could not be loaded' },
  'forms/map-unusable': { message: 'The form map has no pages with fields', status: 502 },
  'forms/not-embeddable': { message: 'A form with a captcha is filled in on its own site' },
  'forms/could-not-send': { message: 'could not send file' },
  'forms/changed': { message: 'The form has been changed since it was loaded' },
  'forms/no-answer': { message: 'Network request failed' },
  'forms/timed-out': { message: 'Network request timed out' },
} as const

export const formsError = errorsOf(FORMS_ERRORS)

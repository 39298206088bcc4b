import { errorsOf } from '@tessera/shared/contract'

/** The errors of embeds: a table of their own, so that the script of an embed has no other ones. */
export const embedErrors = {
  'search/answer-unreadable': { message: 'The answer to an embedded search cannot be read', status: 502 },
} as const

/** Make one of these errors. */
export const embedError = errorsOf(embedErrors)

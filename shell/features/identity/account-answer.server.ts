import type { FastifyReply } from 'fastify'
import type { AccountIssue, AccountOutcome, AccountRefusal, AppError } from '@tessera/shared/contract'
import type { AccountPost } from './account-post.server.ts'

/** Answers of account endpoints are never cached, and send no referrer. */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'surrogate-control': 'no-store',
  'referrer-policy': 'same-origin',
} as const

/** The issue that each of our error codes is shown as on the screens. */
const ISSUE_OF_CODE: Readonly<Record<string, AccountIssue['code']>> = {
  'account/invalid': 'invalid',
  'account/refused': 'invalid',
  'account/credentials': 'credentials',
  'account/link': 'link',
  'account/signed-out': 'expired',
  'account/limited': 'limited',
  'session/refused': 'credentials',
  'session/limited': 'limited',
  'request/cross-site': 'cross-site',
}

/** What is wrong, as the screens can show it: the issues that an error carries, or the one that its code stands for. */
export function issuesOf({ code, details }: AppError): readonly AccountIssue[] {
  const { issues } = details
  if (Array.isArray(issues)) return issues as readonly AccountIssue[]
  return [{ field: null, code: ISSUE_OF_CODE[code] ?? 'unavailable' }]
}

/** A refusal in JSON. Source: specification 7: `error.data[0].message`, else `error.message`. */
export function refusalBody(error: AppError): AccountRefusal {
  const { message, status = 500, details } = error
  const { retryAfterSeconds } = details
  return {
    error: {
      message,
      status,
      issues: issuesOf(error),
      data: [{ message }],
      ...(typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}),
    },
  }
}

/** Answer in JSON that something was refused. */
export function sendRefusal(reply: FastifyReply, error: AppError): FastifyReply {
  const { retryAfterSeconds } = error.details
  if (typeof retryAfterSeconds === 'number') void reply.header('retry-after', String(retryAfterSeconds))
  return reply
    .code(error.status ?? 500)
    .headers(PRIVATE_HEADERS)
    .send(refusalBody(error))
}

/** The issues of a refusal as they stand in an address. */
export const issuesInUrl = (error: AppError): string =>
  issuesOf(error)
    .map(({ field, code }) => (field ? `${field}.${code}` : code))
    .join(',')

/** Redirect a browser after its post (303), so that going back or reloading does not post again. */
export const seeOther = (reply: FastifyReply, location: string): FastifyReply =>
  reply.headers(PRIVATE_HEADERS).redirect(location, 303)

/** What went well, for a caller that reads JSON: never empty, since an empty answer is "No response from server". */
export const outcomeBody = (outcome?: AccountOutcome) => ({ success: true, outcome }) as const

/** How a post is answered that went well. */
export interface AccountSuccess {
  readonly outcome?: AccountOutcome
  /** JSON instead of the plain outcome. */
  readonly body?: object
  /** Screen, or place of this site, that a browser is sent to. */
  readonly next: string
}

/** Answer a post that went well. */
export function sendSuccess(
  reply: FastifyReply,
  { isForm }: AccountPost,
  { outcome, body, next }: AccountSuccess,
): FastifyReply {
  if (isForm) return seeOther(reply, next)
  return reply.headers(PRIVATE_HEADERS).send(body ?? outcomeBody(outcome))
}

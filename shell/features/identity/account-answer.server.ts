import type { FastifyReply } from 'fastify'
import type { AccountIssue, AccountOutcome, AccountRefusal, AppError } from '@tessera/shared/contract'
import type { AccountPost } from './account-post.server.ts'

/** Answers of account endpoints are never cached, and send no referrer. */
export const PRIVATE_HEADERS = {
  'cache-control': 'private, no-store',
  'surrogate-control': 'no-store',
  'referrer-policy': 'same-origin',
} as const

/** The issue that the account screens show for an error code. */
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

/** The issues that the screens show for an error: those in its details, or the one of its code. */
function issuesOf({ code, details }: AppError): readonly AccountIssue[] {
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

/** Sends a refusal as JSON, with `Retry-After` where the error has a wait time. */
export function sendRefusal(reply: FastifyReply, error: AppError): FastifyReply {
  const { retryAfterSeconds } = error.details
  if (typeof retryAfterSeconds === 'number') void reply.header('retry-after', String(retryAfterSeconds))
  return reply
    .code(error.status ?? 500)
    .headers(PRIVATE_HEADERS)
    .send(refusalBody(error))
}

/** The issues of a refusal as the value of a query parameter. */
export const issuesInUrl = (error: AppError): string =>
  issuesOf(error)
    .map(({ field, code }) => (field ? `${field}.${code}` : code))
    .join(',')

/** Redirect a browser after its post (303), so that going back or reloading does not post again. */
export const seeOther = (reply: FastifyReply, location: string): FastifyReply =>
  reply.headers(PRIVATE_HEADERS).redirect(location, 303)

/** The JSON body of a success; never empty, because an empty answer counts as "No response from server". */
const outcomeBody = (outcome?: AccountOutcome) => ({ success: true, outcome }) as const

/** The answer to a successful post. */
export interface AccountSuccess {
  readonly outcome?: AccountOutcome
  /** Status of the JSON answer, unless it is 200. */
  readonly status?: number
  /** JSON body that replaces the outcome. */
  readonly body?: object
  /** Path on this site that a browser is redirected to. */
  readonly next: string
  /** A `Set-Cookie` header. */
  readonly cookie?: string
}

/** Answers a successful post: forms with a redirect, scripts with JSON. */
export function sendSuccess(
  reply: FastifyReply,
  { isForm }: AccountPost,
  { outcome, status = 200, body, next, cookie }: AccountSuccess,
): FastifyReply {
  if (cookie !== undefined) void reply.header('set-cookie', cookie)
  if (isForm) return seeOther(reply, next)
  return reply
    .code(status)
    .headers(PRIVATE_HEADERS)
    .send(body ?? outcomeBody(outcome))
}

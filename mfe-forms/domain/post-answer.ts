import { FORM_SUCCESS_STATUS } from '@tessera/shared/config'
import { readRedirect } from './redirect-target.ts'

/** The result of a form post. Source: specification 7, Form calls 3. */
export interface PostAnswer {
  readonly isSuccess: boolean
  readonly formPostId: string | null
  readonly errors: readonly string[]
  /** Set when the visitor has to sign in first, or may not send this form. */
  readonly refusedWith: 401 | 403 | null
  /** Where to go after success, when the answer names a page. */
  readonly redirectUrl: string | null
  /** A second address that the same body is posted to. */
  readonly customPostUrl: string | null
}

/** Read an answer of unknown shape. Only status 200 is success. */
export function readPostAnswer(status: number, body: unknown): PostAnswer {
  const answer = isObject(body) ? body : {}
  const redirect = isObject(answer['redirect']) ? answer['redirect'] : {}
  const isRedirect = answer['action'] === 'Redirect'
  return {
    isSuccess: status === FORM_SUCCESS_STATUS,
    formPostId: textOf(answer['formPostId']),
    errors: readErrors(answer['errors'], status),
    // Only from a JSON answer of the form module: an HTML page comes from a proxy in between.
    refusedWith: isObject(body) && (status === 401 || status === 403) ? status : null,
    redirectUrl: isRedirect && redirect['method'] === 'GET' ? readLocation(answer['message']) : null,
    customPostUrl:
      isRedirect && redirect['method'] === 'POST' && redirect['body']
        ? readPostTarget(redirect['url'])
        : null,
  }
}

/** The message is the location unless it is markup. */
function readLocation(message: unknown): string | null {
  const text = textOf(message)
  return text && !text.startsWith('<') && readRedirect(text) ? text : null
}

function readPostTarget(url: unknown): string | null {
  const text = textOf(url)
  return text && readRedirect(text) ? text : null
}

function readErrors(errors: unknown, status: number): readonly string[] {
  const list = (Array.isArray(errors) ? errors : [errors]).map(textOf).filter((text) => text !== null)
  return list.length > 0 || status === FORM_SUCCESS_STATUS ? list : [`${status}`]
}

const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

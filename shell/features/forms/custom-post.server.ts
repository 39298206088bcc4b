import type { FormRules } from '@tessera/shared/config'
import type { FormPost, Json } from '@tessera/shared/contract'
import { isObject } from '@tessera/shared/content'
import type { Outbound } from './outbound.server.ts'
import { withoutCaptcha } from './captcha.server.ts'

/** The result of a post to another site. */
export interface CustomPosted {
  readonly success: boolean
  /** What the other site said was wrong, for the visitor; the reason of a failure is logged. */
  readonly errors: readonly string[]
}

/** Posts a form a second time, to the URL that its author has set. Never rejects. */
export type CustomPost = (url: string, post: FormPost, signal: AbortSignal) => Promise<CustomPosted>

interface Parts {
  /** Refuses addresses of private networks. */
  readonly toPublic: Outbound
  readonly toPrivate: Outbound
  readonly onFailure: (url: string, reason: unknown) => void
}

/**
 * Custom posts go only to hosts that the site's configuration names, whatever URL the platform answers. They send no cookies, follow no
 * redirects, and reach private networks only where the configuration allows it. Any 2xx is success. Source: reference forms 1.20 D8.
 */
export function createCustomPost(
  { customPostHosts, postMs }: Pick<FormRules, 'customPostHosts' | 'postMs'>,
  { toPublic, toPrivate, onFailure }: Parts,
): CustomPost {
  return async (url, post, signal) => {
    const { contentType, body } = withoutCaptcha(post)
    const target = URL.parse(url)
    const host = customPostHosts.find(({ origin }) => origin === target?.origin)
    if (!target || !host || target.username !== '' || target.password !== '') {
      onFailure(target?.origin ?? 'no address', new Error('not a host that forms may be posted to'))
      return { success: false, errors: [] }
    }
    try {
      const { status, json } = await (host.isPrivate ? toPrivate : toPublic).send({
        method: 'POST',
        url: target.href,
        headers: { 'content-type': contentType },
        body,
        deadlineMs: postMs,
        signal,
      })
      if (status >= 200 && status < 300) return { success: true, errors: [] }
      onFailure(target.origin, new Error(`status ${status}`))
      return { success: false, errors: errorsOf(json) }
    } catch (thrown) {
      onFailure(target.origin, thrown)
      return { success: false, errors: [] }
    }
  }
}

/** How many messages of another site are shown, and how many characters of each. */
const [MAX_ERRORS, MAX_LENGTH] = [10, 500]

/** The messages of a failed answer; none where it says nothing that a visitor can read. */
function errorsOf(json: Json | null): readonly string[] {
  const { errors = [] } = (isObject(json) ? json : {}) as { readonly errors?: Json }
  return [errors]
    .flat(2)
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .slice(0, MAX_ERRORS)
    .map((one) => one.slice(0, MAX_LENGTH))
}

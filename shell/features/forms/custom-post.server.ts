import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FormRules } from '@tessera/shared/config'
import type { FormPost, Json } from '@tessera/shared/contract'
import { isObject } from '@tessera/shared/content'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { errorTexts, type Outbound } from './outbound.server.ts'
import { withoutCaptcha } from './captcha.server.ts'

/** The result of a post to another site. */
export interface CustomPosted {
  readonly success: boolean
  /** What the other site said was wrong, for the visitor; the reason of a failure is logged. */
  readonly errors: readonly string[]
}

/**
 * Posts a form a second time, to the URL that its author has set; under an idempotency key only until that has succeeded. It does not end
 * with its visitor: the form is stored, and nobody else would make this post. Never rejects.
 */
export type CustomPost = (url: string, post: FormPost, idempotencyKey: string | null) => Promise<CustomPosted>

interface Parts {
  /** Refuses addresses of private networks. */
  readonly toPublic: Outbound
  readonly toPrivate: Outbound
  readonly store: Pick<SharedStore, 'claim' | 'delete' | 'get' | 'set'>
  readonly onFailure: (url: string, reason: unknown) => void
}

/**
 * Custom posts go only to hosts that the site's configuration names, whatever URL the platform answers. They send no cookies, follow no
 * redirects, and reach private networks only where the configuration allows it. Any 2xx is success. Source: reference forms 1.20 D8.
 */
export function createCustomPost(
  { customPostHosts, postMs }: Pick<FormRules, 'customPostHosts' | 'postMs'>,
  { toPublic, toPrivate, store, onFailure }: Parts,
): CustomPost {
  const send = async (url: string, post: FormPost, key: string | null): Promise<CustomPosted> => {
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
        headers: { 'content-type': contentType, ...(key !== null && { 'idempotency-key': key }) },
        body,
        deadlineMs: postMs,
      })
      if (status >= 200 && status < 300) return MADE
      onFailure(target.origin, new Error(`status ${status}`))
      return { success: false, errors: errorsOf(json) }
    } catch (thrown) {
      onFailure(target.origin, thrown)
      return { success: false, errors: [] }
    }
  }
  return (url, post, idempotencyKey) => {
    if (idempotencyKey === null) return send(url, post, null)
    const key = createHash('sha256')
      .update(JSON.stringify([idempotencyKey, post.path]))
      .digest('base64url')
    return sendOnce(key, { store, claimMs: postMs + CLAIM_MARGIN_MS }, () => send(url, post, key))
  }
}

const MADE: CustomPosted = { success: true, errors: [] }

/** How much longer than a post its claim lasts. */
const CLAIM_MARGIN_MS = 2_000
/** How long a post that was made is remembered: as long as the platform remembers a key. Source: security 3.5. */
const MADE_MS = 24 * 3_600_000
/** How long a failure is kept for equal requests that wait for it, and how often they look. */
const [FAILED_MS, POLL_MS] = [10_000, 100]

/**
 * A post that is made until it succeeds, by one process at a time. An equal request meanwhile, such as a double click, waits for its
 * outcome and makes no post; one that comes after a failure makes it again, and so does one that waited for a process that has ended.
 */
async function sendOnce(
  key: string,
  { store, claimMs }: Pick<Parts, 'store'> & { readonly claimMs: number },
  send: () => Promise<CustomPosted>,
): Promise<CustomPosted> {
  const [storeKey, failedKey] = [`form-custom:${key}`, `form-custom-failed:${key}`]
  let hasWaited = false
  while (!(await store.claim(storeKey, 'pending', claimMs))) {
    if ((await store.get(storeKey)) === 'made') return MADE
    hasWaited = true
    await sleep(POLL_MS)
  }
  const failed = hasWaited ? await store.get(failedKey) : null
  if (failed !== null) {
    await store.delete(storeKey)
    return JSON.parse(failed) as CustomPosted
  }
  const posted = await send()
  if (posted.success) await store.set(storeKey, 'made', MADE_MS)
  else {
    await store.set(failedKey, JSON.stringify(posted), FAILED_MS)
    await store.delete(storeKey)
  }
  return posted
}

/** How many messages of another site are shown, and how many characters of each. */
const [MAX_ERRORS, MAX_LENGTH] = [10, 500]

/** The messages of a failed answer; none where it says nothing that a visitor can read. */
function errorsOf(json: Json | null): readonly string[] {
  const { errors = [] } = (isObject(json) ? json : {}) as { readonly errors?: Json }
  return errorTexts(errors)
    .filter((one) => one.trim() !== '')
    .slice(0, MAX_ERRORS)
    .map((one) => one.slice(0, MAX_LENGTH))
}

import type { FastifyInstance } from 'fastify'
import { isObject } from '../domain/content.ts'
import { captchaScript, readScriptOptions } from './captcha-script.ts'

/** Longest wait for the verification service, in milliseconds. */
const TIMEOUT_MS = 5000

/** Whether the verification service accepts a token. Without an answer from the service the token is not accepted. */
export async function verifyCaptcha(
  { verifyUrl, secret }: { readonly verifyUrl: string; readonly secret: string },
  token: string,
): Promise<boolean> {
  if (token === '') return false
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const result = (await answer.json()) as unknown
    return answer.ok && isObject(result) && result['success'] === true
  } catch {
    // The post is refused and the visitor can try again; the typed answers are not lost.
    return false
  }
}

/** Keys of the fake captcha and their secrets, which are published with the source: `demo-site-key`, `demo-site-key-NAME`, … */
const DEMO_SECRET = /^demo-secret(-[a-z0-9]+)?$/
const DEMO_KEY = 'demo-site-key'
/** Fixed tokens of the fake captcha, each with its error code or null; every other token without `demo-once-` is invalid. */
const DEMO_TOKENS: ReadonlyMap<string, string | null> = new Map([
  ['demo-accept', null],
  ['demo-refuse', 'invalid-input-response'],
  ['demo-expired', 'timeout-or-duplicate'],
])
/**
 * The start of a token that can be used once, like those of real services. After it come, separated by spaces, the key and
 * the host name that it was made for.
 */
const ONCE = 'demo-once-'
const MAX_USED = 10_000

/**
 * A fake of the service that verifies captcha tokens, for tests and demonstrations without a network: it has the
 * `siteverify` interface of reCAPTCHA, hCaptcha and Turnstile, and accepts only the tokens above. Its widget is a checkbox.
 */
export function captchaRoutes(server: FastifyInstance): void {
  const used = new Set<string>()
  server.get('/api/platform/captcha/api.js', ({ query }, reply) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
      .send(captchaScript(readScriptOptions(query as Readonly<Record<string, unknown>>))),
  )
  server.post('/api/platform/captcha/siteverify', async ({ body }) => {
    const { secret, response } = isObject(body) ? body : {}
    const token = typeof response === 'string' ? response : ''
    const error = errorOf(typeof secret === 'string' ? secret : '', token, used)
    return error === null
      ? {
          success: true,
          challenge_ts: new Date().toISOString(),
          hostname: hostOf(token),
          score: 0.9,
          'error-codes': [],
        }
      : { success: false, 'error-codes': [error] }
  })
}

const hostOf = (token: string): string => token.split(' ')[2] ?? 'localhost'

/** The error code for a token, as the real services name it; null when the token is good. */
function errorOf(secret: string, token: string, used: Set<string>): string | null {
  if (secret === '') return 'missing-input-secret'
  const name = DEMO_SECRET.exec(secret)
  if (!name) return 'invalid-input-secret'
  if (token === '') return 'missing-input-response'
  if (!token.startsWith(ONCE))
    return DEMO_TOKENS.has(token) ? (DEMO_TOKENS.get(token) ?? null) : 'invalid-input-response'
  if ((token.split(' ')[1] ?? DEMO_KEY) !== DEMO_KEY + (name[1] ?? '')) return 'invalid-input-response'
  if (used.has(token)) return 'timeout-or-duplicate'
  if (used.size >= MAX_USED) used.clear()
  used.add(token)
  return null
}

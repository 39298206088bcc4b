import type { FastifyRequest, FastifyReply } from 'fastify'
import type { AccountField } from '@tessera/shared/contract'
import type { SiteConfig } from '@tessera/shared/config'
import { languageOfPath, readRequestTarget, supportedLanguage, type SiteLanguages } from '../../http/paths.ts'
import { accountError } from '../../errors.ts'
import { readCookie, setCookie } from '../../http/cookies.server.ts'
import { FORM_TOKEN_FIELD, type CsrfGuard } from '../../http/csrf-guard.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'

/** Fields of account forms, with the greatest length of each in characters; all other keys of a body are ignored. */
const FIELDS: Readonly<
  Record<
    AccountField | 'ReturnURL' | 'redirect' | 'redirect_uri' | 'language' | 'form_token' | 'done',
    number
  >
> = {
  username: 254,
  password: 1_024,
  firstName: 100,
  lastName: 100,
  email: 254,
  userEmail: 254,
  token: 2_048,
  userId: 254,
  currentPassword: 1_024,
  newPassword: 1_024,
  user: 254,
  ReturnURL: 2_048,
  redirect: 2_048,
  redirect_uri: 2_048,
  language: 20,
  form_token: 200,
  done: 20,
}

const RETURN_PATH_FIELDS = [
  'ReturnURL',
  'redirect',
  'redirect_uri',
] as const satisfies readonly (keyof typeof FIELDS)[]

/** What was posted to an account endpoint, by name; a field that was not sent is missing. */
export type PostedFields = { readonly [name in keyof typeof FIELDS]?: string }

/** A parsed request to an account endpoint. */
export interface AccountPost {
  /** Whether a browser posted the form without JavaScript and expects a page; all other clients expect JSON. */
  readonly isForm: boolean
  readonly fields: PostedFields
  /** Language of the page that it came from. */
  readonly language: string
  readonly address: string
}

/**
 * The parsed post, or the query of a GET. The path to return to may also be in the query of a post.
 * @throws AppError account/invalid for a body that is not an object, or a field that is not text of its size
 */
export function readAccountPost(request: FastifyRequest, languages: SiteLanguages): AccountPost {
  const fields =
    request.method === 'POST'
      ? { ...readReturnPath(request), ...readFields(request.body) }
      : readFields(request.query)
  return {
    isForm: wantsPage(request),
    fields,
    language: languageOf(request, fields, languages),
    address: request.ip,
  }
}

/** Whether a browser shows the answer as a page. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  if (method === 'POST') return !(headers['content-type'] ?? '').toLowerCase().startsWith('application/json')
  return (headers.accept ?? '').includes('text/html')
}

/** The path to return to, from the query of the request's URL. Source: specification 4, Account flows. */
function readReturnPath(request: FastifyRequest): PostedFields {
  const { query } = readRequestTarget(request.raw.url ?? '/')
  return readFields(
    Object.fromEntries(RETURN_PATH_FIELDS.flatMap((name) => (query[name] ? [[name, query[name]]] : []))),
  )
}

function readFields(body: unknown): PostedFields {
  const read =
    body instanceof URLSearchParams ? (name: string) => body.get(name) ?? undefined : readerOf(body)
  const found = Object.entries(FIELDS).flatMap(([name, max]) => {
    const value = read(name)
    if (value === undefined || value === null) return []
    const isUsable = typeof value === 'string' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value)
    // A path to return to is optional: without a good one the act itself still succeeds.
    if (isReturnPath(name) && (!isUsable || value === '')) return []
    // Control characters, which terminals of staff may obey, and halves of characters, which no URL can hold: nobody types them.
    if (!isUsable) throw accountError('account/invalid', { details: { field: name } })
    return [[name, isSecret(name) ? value : value.trim()] as const]
  })
  return Object.fromEntries(found)
}

function readerOf(body: unknown): (name: string) => unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw accountError('account/invalid')
  return (name) => (Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : undefined)
}

const isReturnPath = (name: string): boolean => RETURN_PATH_FIELDS.some((field) => field === name)

/** Spaces at the ends of a password are part of it. */
const isSecret = (name: string): boolean => /password/i.test(name)

/** The language that the form names, else that of the request's path, else that of the Referer. */
function languageOf(
  { headers, url }: FastifyRequest,
  { language }: PostedFields,
  languages: SiteLanguages,
): string {
  const named = supportedLanguage(language, languages)
  if (named !== null) return named
  const own = languageOfPath(url.split('?', 1)[0] ?? '/', languages).language
  if (own !== languages.primary) return own
  return languageOfPath(URL.parse(headers.referer ?? '')?.pathname ?? '/', languages).language
}

/** Cookie that returns the values of a refused post to its form. */
const POSTED_COOKIE = 'form-values'
const LIFETIME_SECONDS = 300
const PURPOSE = 'posted values'
/** Fields whose values are shown again. Passwords and tokens never are. */
const HARMLESS = ['username', 'firstName', 'lastName', 'email', 'userEmail', 'user'] as const

/** The values of a refused form: sealed in a cookie, read once, never in a URL. */
export interface PostedValues {
  readonly keep: (reply: FastifyReply, fields: PostedFields) => void
  /** The values in a request's cookie, which is deleted. */
  readonly take: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Readonly<Record<string, string>> | undefined
}

/** A cookie store for form values that only this site can read. */
export function createPostedValues(
  sealer: Sealer,
  { publicUrl }: Pick<SiteConfig, 'publicUrl'>,
): PostedValues {
  const rules = { isSecure: publicUrl.startsWith('https:'), sameSite: 'Lax' } as const
  return {
    keep(reply, fields) {
      const values = Object.fromEntries(
        HARMLESS.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
      )
      if (Object.keys(values).length === 0) return
      const sealed = sealer.seal(PURPOSE, values, LIFETIME_SECONDS * 1_000)
      setCookie(reply, POSTED_COOKIE, sealed, { ...rules, maxAgeSeconds: LIFETIME_SECONDS })
    },
    take(request, reply) {
      const sealed = readCookie(request.headers.cookie, POSTED_COOKIE)
      if (sealed === null) return undefined
      setCookie(reply, POSTED_COOKIE, '', { ...rules, maxAgeSeconds: 0 })
      const values = sealer.open(PURPOSE, sealed)
      return values === null ? undefined : (values as Readonly<Record<string, string>>)
    },
  }
}

const ACCOUNT_PATH = /^\/account(?:\/|$)/i

/**
 * Initial values for the forms of an account page: the form token, and the values of a refused post. Undefined for all other
 * pages, which may be cached publicly.
 */
export function postedTo(
  path: string,
  { guard, posted }: { readonly guard: CsrfGuard; readonly posted: PostedValues },
  request: FastifyRequest,
  reply: FastifyReply,
): Readonly<Record<string, string>> | undefined {
  if (!ACCOUNT_PATH.test(path)) return undefined
  return { ...posted.take(request, reply), [FORM_TOKEN_FIELD]: guard.open(request, reply) }
}

import { ACCESS_DENIED_PATH, isAccountAct, LOGIN_PATH } from '@tessera/shared/config'
import { requestError } from '../errors.ts'

/** Longest path and longest whole request target, in characters; longer ones are refused with 414. */
export const MAX_PATH_LENGTH = 2_048
const MAX_TARGET_LENGTH = 12_000

/** The canonical form of a request's address: no later code reads the raw one. */
export interface RequestTarget {
  /** Decoded once, without doubled or trailing slashes, always starting with exactly one `/`. */
  readonly path: string
  /** First value of each query parameter, in the order given; keys that could reach a prototype are dropped. */
  readonly query: Readonly<Record<string, string>>
  /** The query string with its `?`, without the `redux` flag; empty when there is none. */
  readonly search: string
  /** Whether the request asks for the page's state instead of the page (`redux=true`, in any case; of several, the first one counts). */
  readonly wantsState: boolean
  /** The address to redirect to when the requested one has superfluous slashes; null when it has none. */
  readonly redirect: string | null
}

/** A decoded path as it is written in an address. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** Parse an origin-form request target. @throws AppError request/malformed, request/too-long */
export function readRequestTarget(target: string): RequestTarget {
  if (target.length > MAX_TARGET_LENGTH) throw requestError('request/too-long')
  const mark = target.indexOf('?')
  const rawPath = mark < 0 ? target : target.slice(0, mark)
  const rawQuery = mark < 0 ? '' : target.slice(mark + 1)
  if (rawPath.length > MAX_PATH_LENGTH) throw requestError('request/too-long')
  if (!rawPath.startsWith('/')) throw requestError('request/malformed')
  const path = decodePath(rawPath)
  const cleanPath = normaliseSlashes(rawPath)
  const { query, search, wantsState } = readQuery(rawQuery)
  return {
    path: normaliseSlashes(path),
    query,
    search,
    wantsState,
    redirect: cleanPath === rawPath ? null : `${cleanPath}${rawQuery ? `?${rawQuery}` : ''}`,
  }
}

/** One slash where there were several, none at the end; `/` stays. Linear in the length. */
export const normaliseSlashes = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')

/** Matches most paths: without encoded characters, dots and control characters they need no decoding. */
const PLAIN_PATH = /^[\w/-]+$/

/** Encoded separators and dot segments change meaning when decoded again, so no such path is served. */
function decodePath(rawPath: string): string {
  if (PLAIN_PATH.test(rawPath)) return rawPath
  if (/%(2f|5c|00)/i.test(rawPath)) throw requestError('request/malformed')
  let path: string
  try {
    path = decodeURIComponent(rawPath)
  } catch (cause) {
    throw requestError('request/malformed', { cause })
  }
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) throw requestError('request/malformed')
  if (path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw requestError('request/malformed')
  return path
}

const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

function readQuery(rawQuery: string): Pick<RequestTarget, 'query' | 'search' | 'wantsState'> {
  if (!rawQuery) return { query: {}, search: '', wantsState: false }
  const query: Record<string, string> = Object.create(null) as Record<string, string>
  const all = new URLSearchParams(rawQuery)
  const redux = all.get('redux')
  if (redux !== null) all.delete('redux')
  for (const [key, value] of all) if (!RESERVED.has(key) && !(key in query)) query[key] = value
  const search = all.size > 0 ? `?${all.toString()}` : ''
  return { query, search, wantsState: redux?.toLowerCase() === 'true' }
}

/** The languages of a site, the primary one first. */
export interface SiteLanguages {
  readonly primary: string
  readonly supported: readonly string[]
}

/** The language of the site with a code, in any case; null if it has none. */
export function supportedLanguage(code: string | undefined, { supported }: SiteLanguages): string | null {
  const wanted = code?.toLowerCase()
  return supported.find((language) => language.toLowerCase() === wanted) ?? null
}

/** The language a path names in its first segment, and the path without it. Primary when it names none. */
export function languageOfPath(path: string, languages: SiteLanguages): Omit<ParsedPath, 'preview'> {
  const first = path.split('/')[1] ?? ''
  const named = supportedLanguage(first, languages)
  if (named === null || named === languages.primary) return { language: languages.primary, rest: path }
  return { language: named, rest: path.slice(first.length + 1) || '/' }
}

/** What can be read from a path alone, without a call. */
export interface ParsedPath {
  /** Language of the frame, and of the page until its content is loaded. */
  readonly language: string
  /** The path without its language. */
  readonly rest: string
  /** The entry that is previewed there. */
  readonly preview: PreviewPath | null
}

/** Read a path: a preview names its language at its end, any other page at its beginning. Source: specification 2. */
export function parsePath(path: string, languages: SiteLanguages): ParsedPath {
  const { language, rest } = languageOfPath(path, languages)
  const preview = readPreviewPath(rest, language)
  if (!preview) return { language, rest, preview: null }
  const spoken = supportedLanguage(preview.language, languages)
  return { language: spoken ?? language, rest, preview: { ...preview, language: spoken ?? preview.language } }
}

/** The possible sources of a page's language, the most specific one first. */
interface LanguageSources {
  readonly entry?: string | undefined
  readonly node?: string | undefined
  readonly route?: string | undefined
  readonly path: string
}

/** The language of a page: its entry's, its node's, its route's, or that of its path. Source: specification 9. */
export const pageLanguage = ({ entry, node, route, path }: LanguageSources): string =>
  entry ?? node ?? route ?? path

/**
 * The links of the language switcher: to the page's translation, with `search` as its query, or to the home page of a language
 * that has no translation.
 */
export const switcherLinks = (
  alternates: readonly LanguageLink[],
  languages: SiteLanguages,
  search = '',
): readonly LanguageLink[] =>
  languages.supported.map((language) => {
    const own = alternates.find((other) => other.language === language)
    return { language, path: own ? `${own.path}${search}` : languagePrefix(language, languages) || '/' }
  })

/** A page in one of its languages. */
interface LanguageLink {
  readonly language: string
  readonly path: string
}

/** The prefix of the paths of a language: empty for the primary one. */
export const languagePrefix = (language: string, { primary }: SiteLanguages): string =>
  language === primary ? '' : `/${language}`

/** The addresses in all languages of a path that is the same in every language; empty on a site with one language. */
export const staticAlternates = (rest: string, languages: SiteLanguages): readonly LanguageLink[] =>
  languages.supported.length < 2
    ? []
    : languages.supported.map((language) => ({
        language,
        path: `${languagePrefix(language, languages)}${rest}`,
      }))

/** Writing direction of a language, or of the script that its code names. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  try {
    return new Intl.Locale(language).getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr'
  } catch {
    return 'ltr' // content may contain an invalid language code
  }
}

/** The entry that a preview address names. */
export interface PreviewPath {
  readonly entryId: string
  readonly language: string
}

/** `/preview/{entryId}[/{language}]`, in any case; null for any other path. Source: specification 2. */
export function readPreviewPath(path: string, defaultLanguage: string): PreviewPath | null {
  const match = /^\/preview\/([\da-z-]{1,64})(?:\/([a-z]{2,3}(?:-[\da-z]{2,8})*))?$/i.exec(path)
  const [, entryId, language = defaultLanguage] = match ?? []
  return entryId === undefined ? null : { entryId, language }
}

/** The preview address of an entry in a language. */
export const previewPath = ({ entryId, language }: PreviewPath): string => `/preview/${entryId}/${language}`

/** Address of a screen in a language, with those parameters of `query` that are defined. */
export function screenUrl(
  screen: string,
  language: string,
  languages: SiteLanguages,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const said = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = said.length > 0 ? `?${new URLSearchParams(said).toString()}` : ''
  return `${languagePrefix(language, languages)}${screen}${search}`
}

/**
 * A redirect target on this site, from untrusted text; null for all other text: one leading slash, no backslash, no control character,
 * our own origin after parsing. An address at one of `origins` becomes a path. The only function of the shell that decides redirect
 * targets; remotes decide theirs in `mfe-account/domain/return-path.ts` and `mfe-forms/domain/redirect-target.ts`.
 */
export function redirectPath(value: unknown, origins: readonly string[] = []): string | null {
  if (typeof value !== 'string' || value.length > MAX_PATH_LENGTH) return null
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(value)) return null
  const origin = origins.find((own) => value === own || value.startsWith(`${own}/`))
  const path = origin === undefined ? value : value.slice(origin.length) || '/'
  return path.startsWith('/') && !path.startsWith('//') ? normalisedPath(path) : null
}

/** The path after parsing, rebuilt from the parts of the URL rather than from the given text. */
function normalisedPath(path: string): string | null {
  const origin = 'https://site.invalid'
  const url = new URL(path, origin)
  if (url.origin !== origin || url.username || url.password) return null
  // "/a/..//host" parses to the pathname "//host", which a browser reads as another site.
  const pathname = `/${url.pathname.replace(/^\/+/, '')}`
  return `${pathname}${url.search}${url.hash}`
}

/** Where a visitor is led back to, from untrusted text: a redirect target that is no account screen or endpoint. */
export function safeReturnPath(value: unknown, origins?: readonly string[]): string | null {
  const path = redirectPath(value, origins)
  return path === null || isAccountAct(path) ? null : path
}

/**
 * Where a visitor is redirected who may not see `from`, a path with its query: the sign-in page, which leads back to it, or
 * the access-denied page. `prefix` is that of the language, empty for the primary one. Source: specification 2, Routes; 4, Access.
 */
export function accessPath(refusal: 'sign-in' | 'access-denied', from: string, prefix: string): string {
  // Of an address that is too long to lead back to, the path alone is carried.
  const returnPath = encodeURIComponent(from.length > MAX_PATH_LENGTH ? (from.split('?', 1)[0] ?? '') : from)
  return refusal === 'sign-in'
    ? `${prefix}${LOGIN_PATH}?redirect_uri=${returnPath}`
    : `${prefix}${ACCESS_DENIED_PATH}?original_uri=${returnPath}`
}

/** Name of the query parameter, and of the cookie, for a form that was just sent without JavaScript. */
export const FORM_SENT = 'form-sent'
/** Name of both for a form that is held while its visitor signs in. */
export const FORM_SAVED = 'form-held'

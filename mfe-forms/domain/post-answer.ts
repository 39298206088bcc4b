import { FORM_SUCCESS_STATUS } from '@tessera/shared/config'
import { isObject } from './field-value.ts'
import { entryOf } from './read-json.ts'
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
  /** Plain text that is shown after success instead of the form's own confirmation. */
  readonly message?: string
  /** A second address that the same body is posted to. */
  readonly customPostUrl: string | null
  /** Set if the server that took the post has made the second one, too. */
  readonly customPost?: { readonly success: boolean; readonly errors: readonly string[] }
  /** Problems that the server found, by control. */
  readonly issues?: readonly PostIssue[]
}

/** A problem that the server found, in the page's language. */
export interface PostIssue {
  readonly fieldId: string
  readonly controlId: string
  readonly message: string
}

/**
 * Reads an answer of unknown shape. Success is status 200 and JSON, unless it has `success: false` and no `formPostId`. A page that a proxy
 * sends in place of the answer is no success. Source: specification 7; reference forms 1.20, D6.
 */
export function readPostAnswer(status: number, body: unknown): PostAnswer {
  const answer = isObject(body) ? body : {}
  const redirect = isObject(answer['redirect']) ? answer['redirect'] : {}
  const isRedirect = answer['action'] === 'Redirect'
  const formPostId = textOf(answer['formPostId'])
  const isDenied = answer['success'] === false && formPostId === null
  const issues = readIssues(answer['issues'])
  return {
    isSuccess: status === FORM_SUCCESS_STATUS && isObject(body) && !isDenied,
    formPostId,
    // The gateway repeats the texts of issues here, for clients that read nothing else.
    errors: readErrors(answer['errors']).filter(
      (error) => !issues.issues?.some(({ message }) => message === error),
    ),
    refusedWith: refusalOf(status, body),
    redirectUrl: isRedirect && redirect['method'] === 'GET' ? readLocation(answer['message']) : null,
    customPostUrl:
      isRedirect && redirect['method'] === 'POST' && redirect['body']
        ? readPostTarget(redirect['url'])
        : null,
    ...readCustomPost(answer['customPost']),
    ...issues,
  }
}

/** Reads the answer of the Forms API: the entry with its reference, and the author's confirmation. Source: reference forms 3.1. */
export function readEntryAnswer(status: number, body: unknown, referenceFieldId = 'reference'): PostAnswer {
  const answer = isObject(body) ? body : {}
  const form = isObject(answer['form']) ? answer['form'] : {}
  const sys = isObject(form['sys']) ? form['sys'] : {}
  const confirmation = isObject(answer['confirmation']) ? answer['confirmation'] : {}
  const link = isObject(confirmation['link']) ? confirmation['link'] : {}
  const target = isObject(link['sys']) ? link['sys'] : {}
  const message = textOf(confirmation['content'])
  return {
    isSuccess: status === FORM_SUCCESS_STATUS && isObject(answer['form']),
    formPostId: textOf(form[referenceFieldId]) ?? textOf(sys['id']),
    errors: readErrors(answer['errors'] ?? answer['message']),
    refusedWith: refusalOf(status, body),
    redirectUrl: readLocation(target['uri']),
    ...(message && {
      message: withCharacters(message.replaceAll(/<[^>]*>/g, ' '))
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }),
    customPostUrl: null,
    ...readIssues(answer['issues']),
  }
}

/** What editors of HTML write for characters of plain text. */
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  pound: '£',
  euro: '€',
  copy: '©',
}
/** Marks above a letter, as in `&acirc;`. */
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
}

/** A text with its characters in place of their names and numbers in HTML; others stay as they are. */
const withCharacters = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z])(acute|grave|circ|uml|tilde)|([a-z]+));/gi,
    (name, decimal?: string, hex?: string, letter?: string, mark = '', word = '') => {
      const above = entryOf(MARKS, String(mark))
      if (above) return `${letter}${above}`.normalize()
      const code = Number(decimal ?? `0x${hex}`)
      // Zero is no character, nor is half of a surrogate pair (D800 to DFFF).
      if (code > 0 && code <= 0x10ffff && code >> 11 !== 0x1b) return String.fromCodePoint(code)
      return entryOf(CHARACTERS, String(word)) ?? name
    },
  )

/** Only from a JSON answer of the form module: an HTML page comes from a proxy in between. */
const refusalOf = (status: number, body: unknown): 401 | 403 | null =>
  isObject(body) && (status === 401 || status === 403) ? status : null

/** A location to follow; markup, which a message may be, is none. */
function readLocation(value: unknown): string | null {
  const text = textOf(value)
  return text && readRedirect(text) ? text : null
}

/** Visitors may be led to http addresses, but what they have answered is not sent there. */
function readPostTarget(url: unknown): string | null {
  const target = readLocation(url)
  return target && /^http:/i.test(target) ? null : target
}

const readErrors = (errors: unknown): readonly string[] =>
  (Array.isArray(errors) ? errors.flat() : [errors]).map(textOf).filter((text) => text !== null)

function readCustomPost(value: unknown): Pick<PostAnswer, 'customPost'> {
  if (!isObject(value)) return {}
  return { customPost: { success: value['success'] === true, errors: readErrors(value['errors']) } }
}

function readIssues(value: unknown): Pick<PostAnswer, 'issues'> {
  if (!Array.isArray(value)) return {}
  const issues = value.filter(isObject).map((issue) => ({
    fieldId: textOf(issue['fieldId']) ?? '',
    controlId: textOf(issue['controlId']) ?? '',
    message: textOf(issue['message']) ?? '',
  }))
  return issues.length > 0 ? { issues } : {}
}

const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null

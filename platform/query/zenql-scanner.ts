import { tableOf } from '../domain/table-of.ts'
import { PlatformError } from '../errors.ts'
import type { Scalar } from './ast.ts'

/** Reads a ZenQL text piece by piece. Every error names the position, counted from 1. */
export type Scanner = {
  /** Consume a keyword if it comes next; case does not count. */
  readonly take: (keyword: string) => boolean
  /** Whether a keyword comes next, without consuming it. */
  readonly sees: (keyword: string) => boolean
  readonly takePattern: (pattern: RegExp) => RegExpExecArray | null
  readonly takeValue: () => ZenqlValue
  readonly expect: (keyword: string) => void
  readonly atEnd: () => boolean
  readonly fail: (expected: string) => never
  readonly mark: () => number
  readonly reset: (position: number) => void
}

export type ZenqlValue = Scalar | null | { readonly call: 'currentUser' }

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' }
const DATE =
  /\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w/:-])/iy
const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy
const CALL = /(?:now|currentUser|(?:startOf|endOf)(?:Day|Week|Month|Year))\s*\(\s*[^()]{0,60}\)/iy
const PERIOD = /[+-]?\d{1,6}[yMwdhm](?:\s+\d{1,6}[yMwdhm])*(?![\w.-])/y
const WORD = /[^\s(),"“”=!<>~^]+/y

/** Make a scanner for a text. */
export function scan(text: string): Scanner {
  const cursor = { at: 0 }
  const skip = (): void => {
    while (cursor.at < text.length && /\s/.test(text[cursor.at] ?? '')) cursor.at += 1
  }
  const fail = (expected: string): never => {
    skip()
    const found = cursor.at >= text.length ? 'the end' : `"${text.slice(cursor.at, cursor.at + 20)}"`
    throw new PlatformError(
      'platform/bad-query',
      `ZenQL: expected ${expected} at position ${cursor.at + 1}, found ${found}`,
    )
  }
  const takePattern = (pattern: RegExp): RegExpExecArray | null => {
    skip()
    pattern.lastIndex = cursor.at
    const match = pattern.exec(text)
    if (match !== null) cursor.at += match[0].length
    return match
  }
  const sees = (keyword: string): boolean => {
    skip()
    if (text.slice(cursor.at, cursor.at + keyword.length).toLowerCase() !== keyword) return false
    return !/\w$/.test(keyword) || !/[\w.]/.test(text[cursor.at + keyword.length] ?? '')
  }
  const take = (keyword: string): boolean => {
    const found = sees(keyword)
    if (found) cursor.at += keyword.length
    return found
  }
  const takeQuoted = (): string | null => {
    skip()
    const close = QUOTES[text[cursor.at] ?? '']
    if (close === undefined) return null
    const quoted = readQuoted(text, cursor.at, close)
    if (quoted === null) return fail('a closing quote for the text that starts')
    cursor.at = quoted.end
    return quoted.value
  }
  return {
    take,
    sees,
    takePattern,
    fail,
    takeValue: () => takeQuoted() ?? takeBare(takePattern, fail),
    expect: (keyword) => void (take(keyword) || fail(`"${keyword}"`)),
    atEnd: () => {
      skip()
      return cursor.at >= text.length
    },
    mark: () => cursor.at,
    reset: (position) => void (cursor.at = position),
  }
}

/** The text between quotes; a backslash escapes a quote. Null when the closing quote is missing. */
function readQuoted(
  text: string,
  open: number,
  close: string,
): { readonly value: string; readonly end: number } | null {
  let value = ''
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === close || (close === '”' && text[at] === '“')) return { value, end: at + 1 }
    if (text[at] === '\\' && (text[at + 1] === close || text[at + 1] === '\\')) at += 1
    value += text[at]
  }
  return null
}

const KNOWN = tableOf<ZenqlValue>({ null: null, true: true, false: false })

/** A value without quotes. Numbers, dates, periods and functions stay text: only fields of their kinds give them a meaning. */
function takeBare(takePattern: Scanner['takePattern'], fail: Scanner['fail']): ZenqlValue {
  for (const pattern of [DATE, GUID, PERIOD]) {
    const match = takePattern(pattern)
    if (match !== null) return match[0]
  }
  const call = takePattern(CALL)?.[0]
  if (call !== undefined)
    return /^currentuser/i.test(call)
      ? { call: 'currentUser' }
      : call.replace(/\s*\(\s*/, '(').replace(/\s*\)$/, ')')
  const word = takePattern(WORD)?.[0] ?? fail('a value')
  const value = KNOWN.get(word.toLowerCase())
  return value === undefined ? word : value
}

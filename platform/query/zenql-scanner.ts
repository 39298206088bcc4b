import { PlatformError } from '../errors.ts'
import type { Scalar } from './ast.ts'

/** Reads a ZenQL text piece by piece. Every complaint names the position, counted from 1. */
export type Scanner = {
  /** Take a piece if it comes next; keywords in any case. */
  readonly take: (keyword: string) => boolean
  /** Whether a keyword comes next, without taking it. */
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
const DATE = /\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w/:-])/iy
const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/iy
const CALL = /(?:now|currentUser|(?:startOf|endOf)(?:Day|Week|Month|Year))\s*\(\s*[^()]{0,60}\)/iy
const PERIOD = /[+-]?\d{1,6}[yMwdhm](?:\s+\d{1,6}[yMwdhm])*(?![\w.-])/y
const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?![\w.:/-])/y
const WORD = /[^\s(),"“”=!<>~^]+/y

/** Start reading a text. */
export function scan(text: string): Scanner {
  let at = 0
  const skip = (): void => {
    while (at < text.length && /\s/.test(text[at] ?? '')) at += 1
  }
  const fail = (expected: string): never => {
    skip()
    const found = at >= text.length ? 'the end' : `"${text.slice(at, at + 20)}"`
    throw new PlatformError('platform/bad-query', `ZenQL: expected ${expected} at position ${at + 1}, found ${found}`)
  }
  const takePattern = (pattern: RegExp): RegExpExecArray | null => {
    skip()
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at += match[0].length
    return match
  }
  const sees = (keyword: string): boolean => {
    skip()
    const piece = text.slice(at, at + keyword.length)
    if (piece.toLowerCase() !== keyword) return false
    return !/\w$/.test(keyword) || !/[\w.]/.test(text[at + keyword.length] ?? '')
  }
  const take = (keyword: string): boolean => {
    if (!sees(keyword)) return false
    at += keyword.length
    return true
  }
  const takeQuoted = (): string | null => {
    skip()
    const close = QUOTES[text[at] ?? '']
    if (close === undefined) return null
    const open = at
    let value = ''
    for (at += 1; at < text.length; at += 1) {
      if (text[at] === '\\' && (text[at + 1] === close || text[at + 1] === '\\')) at += 1
      else if (text[at] === close || (close === '”' && text[at] === '“')) {
        at += 1
        return value
      }
      value += text[at]
    }
    at = open
    return fail('a closing quote for the text that starts')
  }
  const takeValue = (): ZenqlValue => {
    const quoted = takeQuoted()
    if (quoted !== null) return quoted
    for (const pattern of [DATE, GUID, PERIOD]) {
      const match = takePattern(pattern)
      if (match !== null) return match[0]
    }
    const call = takePattern(CALL)?.[0]
    if (call !== undefined) return /^currentuser/i.test(call) ? { call: 'currentUser' } : call.replace(/\s*\(\s*/, '(').replace(/\s*\)$/, ')')
    const number = takePattern(NUMBER)
    if (number !== null) return Number(number[0])
    const word = takePattern(WORD)?.[0] ?? fail('a value')
    const lower = word.toLowerCase()
    return lower === 'null' ? null : lower === 'true' ? true : lower === 'false' ? false : word
  }
  return {
    take, sees, takePattern, takeValue, fail,
    expect: (keyword) => void (take(keyword) || fail(`"${keyword}"`)),
    atEnd: () => {
      skip()
      return at >= text.length
    },
    mark: () => at,
    reset: (position) => void (at = position),
  }
}

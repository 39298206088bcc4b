import { storeError } from './errors.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/**
 * The allowed keys of a state as JSON that is safe inside a script element: it cannot close the element, open a comment
 * or break a line of JavaScript, and parses to the same values.
 */
export function serialiseState(
  state: Readonly<Record<string, unknown>>,
  allowedKeys: readonly string[],
): string {
  const allowed = Object.fromEntries(
    allowedKeys.filter((key) => Object.hasOwn(state, key)).map((key) => [key, state[key]]),
  )
  return JSON.stringify(allowed).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? '')
}

/** Parse the JSON of `serialiseState`. @throws AppError store/state-unreadable */
export function readState(text: string | null | undefined): Readonly<Record<string, unknown>> {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw storeError('store/state-unreadable')
  return value as Readonly<Record<string, unknown>>
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch (cause) {
    throw storeError('store/state-unreadable', { cause })
  }
}

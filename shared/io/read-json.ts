import { contentError } from './errors.ts'

/** Deeper answers are refused: a walk over them could overflow the stack. Source: reference security 1.16. */
export const MAX_JSON_DEPTH = 64

/**
 * Parse JSON from the platform: bounded in depth, without `__proto__` keys, frozen.
 * @throws AppError content/bad-answer
 */
export function readJson(text: string): unknown {
  const data = parse(text)
  settle(data, 0)
  return data
}

function parse(text: string): unknown {
  if (text.trim() === '') throw bad('empty body')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw bad('not JSON', cause)
  }
}

/** One walk for three rules, since every answer pays for it. */
function settle(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_JSON_DEPTH) throw bad(`deeper than ${MAX_JSON_DEPTH} levels`)
  if (Array.isArray(value)) {
    for (const item of value) settle(item, depth + 1)
  } else {
    for (const key in value) settle((value as Record<string, unknown>)[key], depth + 1)
    if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__']
  }
  Object.freeze(value)
}

const bad = (reason: string, cause?: unknown) =>
  contentError('content/bad-answer', { details: { reason }, cause })

import { isObject } from '@tessera/shared/content'

/** An invalid part of a configuration. */
export interface Mistake {
  /** Its path in the configuration, e.g. `facets.news.filters.topic.fieldId`. */
  readonly keyPath: string
  readonly message: string
}

/** Checks one value. Returns its mistakes, each with its path. */
export type Shape = (value: unknown, keyPath: string) => readonly Mistake[]

/** A list of one mistake. */
export const mistake = (keyPath: string, message: string): readonly Mistake[] => [{ keyPath, message }]

/** A mistake if a name is given that is not known; `of` says where it should be. */
export const isKnown = (
  name: string | undefined,
  known: readonly string[],
  keyPath: string,
  of: string,
): readonly Mistake[] =>
  name === undefined || known.includes(name) ? [] : mistake(keyPath, `${name} is not one of ${of}`)

/** A mistake if a value is there twice. */
export const unique = (values: readonly (string | number)[], keyPath: string): readonly Mistake[] =>
  new Set(values).size === values.length ? [] : mistake(keyPath, 'must not name anything twice')

/** A shape by a test, with the message for what fails it. */
export const rule =
  (test: (value: unknown) => boolean, message: string): Shape =>
  (value, keyPath) =>
    test(value) ? [] : mistake(keyPath, message)

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Keys that appear in addresses: no characters that are special in a URL, and no names such as `__proto__`. */
const PLAIN_NAME = /^[A-Za-z][\w-]{0,60}$/

export const text = rule(isText, 'must be text')
export const flag = rule((value) => typeof value === 'boolean', 'must be true or false')
export const callable = rule((value) => typeof value === 'function', 'must be a function')
export const anyJson = rule((value) => value !== undefined && typeof value !== 'function', 'must be JSON')
/** A field of entries: `title`, `topic.sys.id`, `sys.version.published`. */
export const fieldPath = rule(
  (value) => isText(value) && /^[A-Za-z_][\w-]*(\[\])?(\.[A-Za-z_][\w-]*(\[\])?)*$/.test(value),
  'must be a field',
)
/** A field path, optionally with `-` before it for descending order, or with `+`. */
export const orderField: Shape = (value, keyPath) =>
  fieldPath(typeof value === 'string' ? value.replace(/^[-+]/, '') : value, keyPath)

export const whole = (min: number, max: number): Shape =>
  rule(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `must be a whole number from ${min} to ${max}`,
  )

/** An angle of a position: latitude up to 90, longitude up to 180. */
export const degrees =
  (most: number): Shape =>
  (value, keyPath) =>
    typeof value === 'number' && Math.abs(value) <= most
      ? []
      : mistake(keyPath, `must be degrees from -${most} to ${most}`)

export const oneOf = (...names: readonly string[]): Shape =>
  rule((value) => typeof value === 'string' && names.includes(value), `must be ${names.join(', ')}`)

/** A text of the site: one for all languages, or one per language for at least one language. */
export const localised: Shape = (value, keyPath) =>
  isText(value) || (isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isText))
    ? []
    : mistake(keyPath, 'must be text, or text by language')

export const list =
  (of: Shape): Shape =>
  (value, keyPath) =>
    Array.isArray(value)
      ? value.flatMap((one: unknown, index) => of(one, `${keyPath}[${index}]`))
      : mistake(keyPath, 'must be a list')

export const oneOrMore =
  (of: Shape): Shape =>
  (value, keyPath) =>
    Array.isArray(value)
      ? value.length > 0
        ? list(of)(value, keyPath)
        : mistake(keyPath, 'must not be empty')
      : of(value, keyPath)

/** An object with arbitrary names; `plain` allows only names that may appear in addresses. */
export const record =
  (of: Shape, names: 'plain' | 'any' = 'plain'): Shape =>
  (value, keyPath) =>
    isObject(value)
      ? Object.entries(value).flatMap(([name, one]) => [
          ...(names === 'any' || PLAIN_NAME.test(name)
            ? []
            : mistake(`${keyPath}.${name}`, 'must have a plain name: letters, digits, - and _')),
          ...of(one, `${keyPath}.${name}`),
        ])
      : mistake(keyPath, 'must be an object')

/** An object that has no other members than these; those in `required` must be present. */
export const members =
  (shapes: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape =>
  (value, keyPath) => {
    if (!isObject(value)) return mistake(keyPath, 'must be an object')
    const at = (name: string): string => (keyPath === '' ? name : `${keyPath}.${name}`)
    const given = Object.entries(value).filter(([, one]) => one !== undefined)
    const missing = required.filter((name) => !given.some(([key]) => key === name))
    return [
      ...missing.flatMap((name) => mistake(at(name), 'must be given')),
      ...given.flatMap(([name, one]) => {
        const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
        return shape ? shape(one, at(name)) : mistake(at(name), 'is not an option')
      }),
    ]
  }

/**
 * A configuration without its mistaken parts, so that the rest can be checked further. A mistaken value whose path matches `units` is
 * removed as a whole; from other objects only the mistaken members are removed.
 */
export function withoutMistaken(
  value: unknown,
  mistakes: readonly Mistake[],
  units: RegExp,
  keyPath = '',
): unknown {
  if (!isObject(value)) return value
  const isBad = (at: string): boolean =>
    mistakes.some(
      (one) => one.keyPath === at || one.keyPath.startsWith(`${at}.`) || one.keyPath.startsWith(`${at}[`),
    )
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const at = keyPath === '' ? name : `${keyPath}.${name}`
      if (!isBad(at)) return [[name, one]]
      return units.test(at) || !isObject(one) ? [] : [[name, withoutMistaken(one, mistakes, units, at)]]
    }),
  )
}

import { isObject, type ContentType, type JsonObject } from './content.ts'

/** Which fields an answer holds. `only` null means all; `sys` null means the whole of it. Source: protocol 1.10. */
export type FieldLimit = {
  readonly only: ReadonlySet<string> | null
  /** The listed paths, such as `author.name`: a field of the entry that is linked at `author`. */
  readonly paths: readonly string[]
  readonly except: ReadonlySet<string>
  /** The excepted paths, such as `author.name` or `sys.owner`. */
  readonly exceptPaths: readonly string[]
  readonly sys: ReadonlySet<string> | null
}

/** Read a list of names: `title`, `-body`, `sys.version.versionNo`, `-sys`, `*`. */
export function readFieldLimit(names: readonly string[]): FieldLimit {
  const listed = names.map((name) => name.trim()).filter((name) => name !== '')
  const sysNames = listed.filter((name) => name.startsWith('sys.'))
  const namesSys = listed.includes('sys') || sysNames.includes('sys.*')
  const except = listed
    .filter((name) => name.startsWith('-'))
    .map((name) => (name === '-sys.*' ? 'sys' : name.slice(1).replaceAll('[]', '')))
  const only = listed.filter((name) => !name.startsWith('-') && name !== 'sys' && !name.startsWith('sys.'))
  const all = only.includes('*') || (only.length === 0 && sysNames.length === 0 && !namesSys)
  const limitsSys = !namesSys && (sysNames.length > 0 || except.includes('sys'))
  return {
    only: all ? null : new Set(only.map(topOf)),
    paths: all ? [] : only.map((name) => name.replaceAll('[]', '')).filter((name) => name.includes('.')),
    except: new Set(except.filter((name) => !name.includes('.'))),
    exceptPaths: except.filter((name) => name.includes('.')),
    sys: limitsSys ? new Set(sysNames.map((name) => name.slice('sys.'.length))) : null,
  }
}

/** The limit for an entry that is linked at a path: the same list, plus what is listed or excepted below that path. Source: 0033. */
export function limitAt(limit: FieldLimit, path: readonly string[]): FieldLimit {
  const before = `${path.join('.')}.`
  const below = (paths: readonly string[]): readonly string[] =>
    paths.filter((name) => name.startsWith(before)).map((name) => name.slice(before.length))
  const named = below(limit.paths).map(topOf)
  const left = below(limit.exceptPaths).filter((name) => !name.includes('.'))
  const withNamed =
    limit.only === null || named.length === 0
      ? limit
      : { ...limit, only: named.includes('*') ? null : new Set([...limit.only, ...named]) }
  return left.length === 0 ? withNamed : { ...withNamed, except: new Set([...limit.except, ...left]) }
}

const topOf = (path: string): string => path.replace('[]', '').split('.')[0] ?? path

/** Whether the answer includes a field. `entryTitle` and `entryDescription` count as fields. */
export function wantsField(limit: FieldLimit, name: string): boolean {
  return !limit.except.has(name) && (limit.only === null || limit.only.has(name))
}

// The union of the three lists that the documentation gives. Source: protocol 1.10.
const ALWAYS = ['id', 'language', 'dataFormat', 'contentTypeId', 'uri', 'versionStatus']

/** Reduce `sys` to the requested properties, then remove those that the project never delivers. */
export function limitSys(sys: JsonObject, limit: FieldLimit, exclusions: readonly string[]): JsonObject {
  const excepted = [...exclusions, ...limit.exceptPaths.filter((path) => path.startsWith('sys.'))]
  return excepted.reduce(without, limit.sys === null ? sys : pick(sys, [...ALWAYS, ...limit.sys]))
}

function without(sys: JsonObject, path: string): JsonObject {
  const [, name = '', inner] = path.split('.')
  if (ALWAYS.includes(name)) return sys
  return Object.fromEntries(
    Object.entries(sys).flatMap(([key, part]) => {
      if (key !== name) return [[key, part]]
      if (inner === undefined || inner === '*' || !isObject(part)) return []
      return [[key, Object.fromEntries(Object.entries(part).filter(([member]) => member !== inner))]]
    }),
  )
}

function pick(source: JsonObject, paths: readonly string[]): Record<string, JsonObject[string]> {
  const picked: Record<string, JsonObject[string]> = {}
  for (const path of paths) {
    const [name = '', inner] = path.split('.')
    const part = source[name]
    if (part === undefined) continue
    if (inner === undefined || inner === '*') picked[name] = part
    else if (isObject(part) && part[inner] !== undefined)
      picked[name] = { ...(isObject(picked[name]) ? picked[name] : {}), [inner]: part[inner] }
  }
  return picked
}

/** The ids of the fields that give an entry its title and description; null where the content type has none. */
export function namedFields(type: ContentType): readonly (readonly [name: string, field: string | null])[] {
  return [
    ['entryTitle', type.entryTitleField],
    ['entryDescription', type.entryDescriptionField ?? null],
  ]
}

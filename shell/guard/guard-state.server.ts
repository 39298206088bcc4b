import type { Manifest, RemoteName, StateShape, StateType } from '@tessera/shared/contract'

type State = Readonly<Record<string, unknown>>

/** Keys of the state that the shell owns; every remote may read them. */
export const HOST_KEYS: readonly string[] = ['routing', 'navigation', 'version', 'page', 'user']

const KINDS: readonly string[] = ['string', 'number', 'boolean', 'array', 'object']

const keyOf = (path: string): string => path.split('.')[0] ?? ''

/** Errors in what a manifest declares about shared state, one line each. */
export function declaredStateProblems({
  name,
  stateKeys = [],
  sharedState = {},
  readState = {},
}: Manifest): readonly string[] {
  const shapes = [sharedState, ...Object.values(readState)].flatMap(Object.entries)
  return [
    ...Object.keys(sharedState)
      .filter((path) => !stateKeys.includes(keyOf(path)))
      .map((path) => `it shares "${path}", which is not among its state keys`),
    ...(readState[name] ? ['its own state is among what it reads of others'] : []),
    ...shapes
      .filter(([, type]) => !KINDS.includes(kindOf(type)))
      .map(([path, type]) => `"${path}" is said to be "${type}": one of ${KINDS.join(', ')} is known`),
  ]
}

/**
 * Errors in the state that a remote's reducers make, one line each: shared state is not as the manifest declares it, or values would
 * not reach a browser unchanged, since state is sent as JSON.
 */
export function stateProblems(
  { stateKeys = [], sharedState = {} }: Manifest,
  state: State,
): readonly string[] {
  const keys = stateKeys.filter((key) => Object.hasOwn(state, key))
  return [
    ...Object.entries(sharedState)
      .filter(([path, type]) => keys.includes(keyOf(path)) && !fits(valueAt(state, path), type))
      .map(
        ([path, type]) =>
          `it shares "${path}" as ${type}, and its state has ${describeType(valueAt(state, path))}`,
      ),
    ...keys.flatMap((key) => lostInJson(state[key], key)),
  ]
}

/**
 * A proxy of the state that adds to `undeclared` every path that a remote reads and that is neither the remote's own, nor the
 * shell's, nor declared in its manifest.
 */
export function watchReads<S extends object>(
  state: S,
  { stateKeys = [], readState = {} }: Manifest,
  undeclared: Set<string>,
): S {
  const declared = [
    ...HOST_KEYS,
    ...stateKeys,
    ...Object.values(readState).flatMap((shape) => Object.keys(shape)),
  ]
  const watch = <T extends object>(value: T, parents: readonly string[]): T =>
    // Of a copy: a proxy of a frozen object must return the properties unchanged.
    new Proxy(
      { ...value },
      {
        get(target, name, receiver) {
          const read: unknown = Reflect.get(target, name, receiver)
          if (typeof name === 'symbol' || (name in target && !Object.hasOwn(target, name))) return read
          const path = [...parents, name].join('.')
          if (declared.includes(path)) return read
          const isAbove = declared.some((one) => one.startsWith(`${path}.`))
          if (!isAbove) undeclared.add(path)
          return isAbove && isObject(read) ? watch(read, [...parents, name]) : read
        },
      },
    )
  return watch(state, [])
}

/** State that a remote reads and `owner` does not share, or shares with another type: one line each. */
export const brokenReads = (
  { name, readState = {} }: Pick<Manifest, 'name' | 'readState'>,
  owner: RemoteName,
  sharedState: StateShape = {},
): readonly string[] =>
  Object.entries(readState[owner] ?? {}).flatMap(([path, wanted]) => {
    const offered = sharedState[path]
    if (offered === undefined) return [`${name} reads "${path}", which ${owner} does not share`]
    return offered === wanted || `${offered}?` === wanted
      ? []
      : [`${name} reads "${path}" as ${wanted}, which ${owner} shares as ${offered}`]
  })

const kindOf = (type: StateType): string => type.replace('?', '')

const valueAt = (state: State, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), state)

const isObject = (value: unknown): value is State => typeof value === 'object' && value !== null

const fits = (value: unknown, type: StateType): boolean =>
  value === undefined || value === null ? type.endsWith('?') : describeType(value) === kindOf(type)

/** The type of a value, in the terms of a manifest where there is one. */
function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (!isObject(value)) return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'array'
  const { name } = Object(Object.getPrototypeOf(value) as unknown).constructor as { readonly name: string }
  return name === 'Object' ? 'object' : name
}

/** Values of a state that JSON cannot represent, by path; `undefined` is not an error. */
function lostInJson(value: unknown, path: string): readonly string[] {
  const kind = describeType(value)
  if (kind === 'array' || kind === 'object')
    return Object.entries(value as State).flatMap(([name, inner]) => lostInJson(inner, `${path}.${name}`))
  if (['nothing', 'null', 'string', 'boolean'].includes(kind) || Number.isFinite(value)) return []
  const what = kind === 'number' ? String(value) : `a ${kind}`
  return [`its state has ${what} at "${path}", which does not reach a browser: it goes there as JSON`]
}

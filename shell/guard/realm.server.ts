import vm from 'node:vm'

/** The globals and built-ins of the realm that releases run in, as they were at one moment. */
export interface RealmSnapshot {
  /** Undoes every change since then. Works whatever was changed. */
  readonly restore: () => RealmChanges
}

/** Changes of globals and built-ins. */
export interface RealmChanges {
  /** What was changed, e.g. `Object.prototype.isBlank`. */
  readonly names: readonly string[]
  /** False if a change could not be undone. */
  readonly areUndone: boolean
}

type Key = string | symbol

interface Property {
  readonly key: Key
  readonly descriptor: PropertyDescriptor
}

/** An object of the realm with its properties. */
interface Kept {
  readonly name: string
  readonly target: object
  readonly prototype: object | null
  readonly properties: readonly Property[]
  /** Whether it may get a property of this name. */
  readonly mayGet: (key: Key) => boolean
}

/** A global variable with a setter, which keeps its value elsewhere. */
interface KeptValue {
  readonly target: object
  readonly key: Key
  readonly value: unknown
}

/** A change. A linked list: methods of arrays may be what was changed. */
interface Found {
  readonly name: string
  readonly key: Key
  readonly isUndone: boolean
  readonly next: Found | null
}

// Kept from the start, since a release may replace them.
const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect
const { get, set, getPrototypeOf, setPrototypeOf } = Reflect
const { toString: nameOfSymbol } = Symbol.prototype

/** Built-ins to which no global variable leads. Evaluated where releases are evaluated: tests run in another realm. */
const ROOTS = `({
  globalThis,
  hidden: {
    ArrayIterator: [].values(), MapIterator: new Map().values(), SetIterator: new Set().values(),
    StringIterator: ''[Symbol.iterator](), RegExpStringIterator: ''.matchAll(/a/g), Segments: new Intl.Segmenter().segment(''),
    Generator: (function* () {})(), AsyncGenerator: (async function* () {})(),
    AsyncFunction: async function () {}, GeneratorFunction: function* () {}, AsyncGeneratorFunction: async function* () {},
  },
})`

/** Global variables in which module federation and other libraries keep records of their own: `__FEDERATION__`, or named by a symbol. */
const isBookkeeping = (key: Key): boolean => typeof key === 'symbol' || (key[0] === '_' && key[1] === '_')

/**
 * Takes a snapshot of all global variables and built-ins: constructors, prototypes and namespaces, each with its own properties.
 * Source: docs/decisions/0106.
 */
export function snapshotRealm(): RealmSnapshot {
  const { globalThis: root, hidden } = vm.runInThisContext(ROOTS) as {
    readonly globalThis: typeof globalThis
    readonly hidden: Readonly<Record<string, object>>
  }
  const kept: Kept[] = []
  const seen = new Set<unknown>([root, process])
  const walk = (target: object | null, name: string): void => {
    if (target === null || seen.has(target)) return
    seen.add(target)
    const own = keep(target, name)
    kept.push(own)
    for (const { key, descriptor } of own.properties)
      if (key === 'prototype' || isConstructor(descriptor.value))
        walk(descriptor.value as object, `${name}.${String(key)}`)
    walk(getPrototypeOf(target), `the prototype of ${name}`)
  }
  // Restored first, because the restoring of the others relies on it.
  walk(root.Object.prototype, 'Object.prototype')
  const globals = keep(root, 'globalThis', (key) => !isBookkeeping(key), isBookkeeping)
  const values = globals.properties
    .filter(({ descriptor }) => descriptor.set)
    .map(({ key }): KeptValue => ({ target: root, key, value: get(root, key) }))
  for (const { key } of globals.properties) {
    const value: unknown = get(root, key)
    if (isObject(value)) walk(value, String(key))
  }
  for (const [name, value] of Object.entries(hidden)) walk(getPrototypeOf(value), `%${name}%`)
  kept.push(
    globals,
    keep(process, 'process', isOfProcess, () => true),
  )
  return { restore: () => restore(kept, values) }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

const isConstructor = (value: unknown): boolean =>
  typeof value === 'function' && getOwnPropertyDescriptor(value, 'prototype') !== undefined

/** The checked properties of `process`: many others change by themselves. */
const isOfProcess = (key: Key, { value }: PropertyDescriptor): boolean =>
  key === 'env' || (typeof value === 'function' && !String(key).startsWith('_'))

function keep(
  target: object,
  name: string,
  isKept: (key: Key, now: PropertyDescriptor) => boolean = () => true,
  mayGet: Kept['mayGet'] = () => false,
): Kept {
  const properties: Property[] = []
  for (const key of ownKeys(target)) {
    const descriptor = getOwnPropertyDescriptor(target, key)
    if (!descriptor || !isKept(key, descriptor)) continue
    setPrototypeOf(descriptor, null)
    properties.push({ key, descriptor })
  }
  return { name, target, prototype: getPrototypeOf(target), properties, mayGet }
}

/* From here to `describe` no method of a built-in may be used, and no iteration: any of them may be what was changed. */

function restore(kept: readonly Kept[], values: readonly KeptValue[]): RealmChanges {
  let found: Found | null = null
  for (let index = 0; index < kept.length; index += 1) found = restoreObject(kept[index], found)
  for (let index = 0; index < values.length; index += 1) found = restoreValue(values[index], found)
  return describe(found)
}

function restoreObject(kept: Kept | undefined, before: Found | null): Found | null {
  if (!kept) return before
  const { name, target, prototype, properties, mayGet } = kept
  let found = before
  const now = ownKeys(target)
  // New properties are removed first: descriptors inherit from Object.prototype.
  for (let index = 0; index < now.length; index += 1) {
    const key = now[index] ?? ''
    if (key === properties[index]?.key || mayGet(key) || hasKey(properties, key)) continue
    found = { name, key, isUndone: deleteProperty(target, key), next: found }
  }
  for (let index = 0; index < properties.length; index += 1) found = restoreProperty(kept, index, found)
  if (getPrototypeOf(target) === prototype) return found
  return { name, key: '__proto__', isUndone: setPrototypeOf(target, prototype), next: found }
}

function restoreProperty(
  { name, target, properties }: Kept,
  index: number,
  next: Found | null,
): Found | null {
  const before = properties[index]
  if (!before) return next
  const { key, descriptor } = before
  const now = getOwnPropertyDescriptor(target, key)
  if (now && isSame(now, descriptor)) return next
  return { name, key, isUndone: defineProperty(target, key, descriptor), next }
}

function restoreValue(kept: KeptValue | undefined, next: Found | null): Found | null {
  if (!kept || get(kept.target, kept.key) === kept.value) return next
  const { target, key, value } = kept
  set(target, key, value)
  return { name: 'globalThis', key, isUndone: get(target, key) === value, next }
}

function hasKey(properties: readonly Property[], key: Key): boolean {
  for (let index = 0; index < properties.length; index += 1) if (properties[index]?.key === key) return true
  return false
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor): boolean =>
  (one.value === other.value || (one.value !== one.value && other.value !== other.value)) &&
  one.get === other.get &&
  one.set === other.set &&
  one.writable === other.writable &&
  one.enumerable === other.enumerable &&
  one.configurable === other.configurable

function describe(found: Found | null): RealmChanges {
  let count = 0
  let areUndone = true
  for (let one = found; one; one = one.next) {
    areUndone &&= one.isUndone
    count += 1
  }
  const names: string[] = []
  // The list begins with the last change.
  for (let one = found; one; one = one.next) names[(count -= 1)] = nameOf(one)
  return { names, areUndone }
}

const nameOf = ({ name, key }: Found): string =>
  `${name}.${typeof key === 'symbol' ? (apply(nameOfSymbol, key, []) as string) : key}`

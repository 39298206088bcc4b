import type { ContentTypeMapping } from '@tessera/shared/contract'
import type { RoutingTable } from './content-mapping.ts'
import { decideAccess, type Visitor } from './decide-access.ts'

type UnknownObject = Readonly<Record<string, unknown>>

/** The content types that a visitor may not read, by the word of the site itself; the platform knows nothing of it. */
export interface GuardedTypes {
  /** Whether there are any. */
  readonly some: boolean
  /** `*` stands for every type that no mapping names, but not for files and images: pages that are open show them. */
  readonly isGuarded: (contentTypeId: string, dataFormat?: unknown) => boolean
  /** What a search has to ask besides, so that nothing it counts, orders or finds is guarded. */
  readonly condition: UnknownObject
}

/** Read them from a site's table, for a visitor or for everybody. Names of types are the same in any case of letters, as the platform takes them. */
export function guardedTypes(
  { contentTypes, hasProtectedTypes }: Pick<RoutingTable, 'contentTypes' | 'hasProtectedTypes'>,
  visitor: Visitor | null = null,
): GuardedTypes {
  if (!hasProtectedTypes) return NONE
  const isKept = ({ requireLogin }: Pick<ContentTypeMapping, 'requireLogin'>) =>
    decideAccess(requireLogin, visitor) !== 'allow'
  const named = [...contentTypes.values()].filter(({ contentTypeId }) => contentTypeId !== '*')
  const ids = (isGuarded: boolean) =>
    named.filter((mapping) => isKept(mapping) === isGuarded).map(({ contentTypeId }) => contentTypeId)
  const others = contentTypes.get('*')
  const rest = others !== undefined && isKept(others)
  const lower = new Set(ids(!rest).map((id) => id.toLowerCase()))
  const field = 'sys.contentTypeId'
  return {
    some: rest || lower.size > 0,
    // Where every type that no mapping names is guarded, those that are named and open are the exceptions.
    isGuarded: (contentTypeId, dataFormat) =>
      rest && dataFormat === 'asset'
        ? named.some((mapping) => mapping.contentTypeId === contentTypeId && isKept(mapping))
        : lower.has(contentTypeId.toLowerCase()) !== rest,
    condition: rest ? { field, in: ids(false) } : { not: { field, in: ids(true) } },
  }
}

const NONE: GuardedTypes = { some: false, isGuarded: () => false, condition: {} }

/** Of a guarded entry nothing is left but what it is. */
const KEPT = ['id', 'contentTypeId', 'language', 'dataFormat'] as const

/**
 * An answer without what guarded entries say, wherever in it they stand: linked, in a list, at a node. What holds none is the same
 * object as before: menus and page models that were made from it stay in use.
 */
export function withoutGuarded(value: unknown, types: Pick<GuardedTypes, 'isGuarded'>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => withoutGuarded(item, types))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (!isObject(value)) return value
  const { sys } = value
  if (isObject(sys) && isHidden(sys, types)) return { sys: only(sys) }
  const members = Object.entries(value).map(
    ([name, member]) => [name, withoutGuarded(member, types)] as const,
  )
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value
}

/** Whether an answer as a whole is about a guarded entry. */
export const isGuardedEntry = (value: unknown, types: Pick<GuardedTypes, 'isGuarded'>): boolean =>
  isObject(value) && isObject(value['sys']) && isHidden(value['sys'], types)

/** An entry that does not say of what type it is may be of any. */
const isHidden = (
  { contentTypeId, dataFormat }: UnknownObject,
  { isGuarded }: Pick<GuardedTypes, 'isGuarded'>,
): boolean => typeof contentTypeId !== 'string' || isGuarded(contentTypeId, dataFormat)

const only = (sys: UnknownObject): UnknownObject =>
  Object.fromEntries(KEPT.flatMap((name) => (name in sys ? [[name, sys[name]]] : [])))

const isObject = (value: unknown): value is UnknownObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

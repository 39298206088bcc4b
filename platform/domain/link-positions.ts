import { isObject, linkTarget, type Json } from './content.ts'
import type { WireObject } from './wire-entry.ts'

/** A link in an answer under construction: its position, and how it was reached from the root entry. */
export type LinkPosition = {
  readonly holder: WireObject | Json[]
  readonly key: string | number
  readonly id: string
  readonly language: string | null
  readonly path: readonly string[]
  readonly hops: readonly number[]
}

/** Replaces a link in a list when it could not be resolved. */
export const REMOVED = '\u0000removed'

/** Every link in a delivered entry. `path` and `hops` say how the entry itself was reached. */
export function linksIn(
  wire: WireObject,
  path: readonly string[],
  hops: readonly number[],
): readonly LinkPosition[] {
  const links: LinkPosition[] = []
  const visit = (
    value: Json | undefined,
    holder: WireObject | Json[],
    key: string | number,
    here: readonly string[],
  ): void => {
    const target = linkTarget(value)
    if (target !== null)
      links.push({ holder, key, id: target.id, language: target.language, path: here, hops })
    else if (Array.isArray(value)) value.forEach((item: Json, at) => visit(item, value as Json[], at, here))
    else if (isObject(value)) visitObject(value as WireObject, here)
  }
  const visitObject = (value: WireObject, here: readonly string[]): void => {
    // A composer item adds its type to the path in place of the key `value`. Source: protocol 1.9.
    const isItem =
      typeof value['type'] === 'string' &&
      Object.keys(value).every((key) => key === 'type' || key === 'value')
    for (const [key, part] of Object.entries(value)) {
      if (typeof part !== 'object' || part === null) continue
      visit(part, value, key, isItem && key === 'value' ? [...here, String(value['type'])] : [...here, key])
    }
  }
  for (const [name, value] of Object.entries(wire))
    if (name !== 'sys') visit(value, wire, name, [...path, name])
  return links
}

/** Replace a link by a value. */
export function put(link: LinkPosition, value: Json): void {
  ;(link.holder as Record<string | number, Json>)[link.key] = value
}

/** Remove a link: in a list it is marked, for the caller to filter the list later; elsewhere it becomes null. */
export function remove(link: LinkPosition, emptied: Set<Json[]>): void {
  if (Array.isArray(link.holder)) {
    emptied.add(link.holder)
    put(link, REMOVED)
  } else put(link, null)
}

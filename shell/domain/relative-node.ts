import type { Entry, Node } from '@tessera/shared/content'
import { isInMenu } from './menu-tree.ts'

/** How much of a relative stays. */
interface Kept {
  /** Levels below it. */
  readonly depth: number
  /** Whether the fields of an entry of a content type may be shown; null when no fields were asked for. */
  readonly maySee: ((contentTypeId: string) => boolean) | null
}

/** A relative as the state holds it: as many levels as were asked for, and of its entry what was asked for and may be seen. */
export function relativeNode({ children, entry, ...node }: Node, kept: Kept): Node {
  const below =
    kept.depth > 0 &&
    children?.filter(isInMenu).map((child) => relativeNode(child, { ...kept, depth: kept.depth - 1 }))
  return {
    ...node,
    ...(entry ? { entry: shownEntry(entry, kept.maySee) } : {}),
    ...(below ? { children: below } : {}),
  }
}

/** An entry that does not say its type is nobody's to see: deny by shape. */
function shownEntry(entry: Entry, maySee: Kept['maySee']): Entry {
  const { id, contentTypeId } = entry.sys
  if (contentTypeId === undefined) return { sys: { id } }
  return maySee?.(contentTypeId) ? entry : { sys: { id, contentTypeId } }
}

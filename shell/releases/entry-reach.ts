import { entryLimits, type EntryLimits } from '@tessera/shared/content'
import type { ContentTypeMapping } from '@tessera/shared/contract'

type Reach = Required<EntryLimits>

/**
 * What the first call for a path asks for, while its content type is not known: the fields and links that any mapping asks for,
 * and no others. Everything at the default depth where some named type is shown with every field, so that it costs no second
 * call; a mapping for `*` does not count, for its types are asked for again. Source: docs/decisions/0034.
 */
export function widestLimits(mappings: Iterable<ContentTypeMapping>): Reach {
  const named = [...mappings].filter(({ contentTypeId }) => contentTypeId !== '*')
  if (named.length === 0 || named.some(({ fields }) => !fields?.length))
    return entryLimits(undefined, undefined)
  const all = named.map((mapping) => entryLimits(undefined, mapping))
  const depths: Record<string, number> = {}
  for (const [path, depth] of all.flatMap(({ fieldLinkDepths }) => Object.entries(fieldLinkDepths)))
    depths[path] = Math.max(depth, depths[path] ?? 0)
  return {
    fields: [...new Set(all.flatMap(({ fields }) => fields))],
    linkDepth: Math.max(...all.map(({ linkDepth }) => linkDepth)),
    fieldLinkDepths: depths,
  }
}

/** Whether a call with these limits loaded all that a page needs. An empty list of fields means every field. */
export const bringsAll = (asked: Reach, needed: Reach): boolean =>
  isSame(asked, needed) || (bringsFields(asked.fields, needed.fields) && bringsLinks(asked, needed))

const isSame = (one: Reach, other: Reach): boolean =>
  one.linkDepth === other.linkDepth &&
  (one.fields === other.fields || String(one.fields) === String(other.fields)) &&
  (one.fieldLinkDepths === other.fieldLinkDepths ||
    JSON.stringify(one.fieldLinkDepths) === JSON.stringify(other.fieldLinkDepths))

/** Naming system members leaves out the others: then who names none misses some. */
function bringsFields(asked: readonly string[], needed: readonly string[]): boolean {
  if (asked.length === 0) return true
  const namesSystem = needed.some(isSystem) || !asked.some(isSystem)
  return needed.length > 0 && namesSystem && needed.every((field) => asked.includes(field))
}

const isSystem = (field: string): boolean => field.startsWith('sys.')

/** A deeper path decides below it, so each path that either of them names is looked at. */
function bringsLinks(asked: Reach, needed: Reach): boolean {
  const paths = [...Object.keys(asked.fieldLinkDepths), ...Object.keys(needed.fieldLinkDepths)]
  const isAsDeep = (path: string) => depthAt(path, asked) >= depthAt(path, needed)
  return asked.linkDepth >= needed.linkDepth && paths.every(isAsDeep)
}

function depthAt(path: string, { linkDepth, fieldLinkDepths }: Reach): number {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const depth = fieldLinkDepths[parts.slice(0, length).join('.')]
    if (depth !== undefined) return depth
  }
  return linkDepth
}

import type { EntryLimits } from '@tessera/shared/content'

/** Of an entry no more than what it is: enough to decide who may see it. */
export const TYPE_ONLY: Required<EntryLimits> = {
  fields: ['sys.id', 'sys.contentTypeId'],
  linkDepth: 0,
  fieldLinkDepths: {},
}

/** Whether a call with these limits brought all that a page needs. No fields mean every field. */
export function bringsAll(asked: Required<EntryLimits>, needed: Required<EntryLimits>): boolean {
  if (isSame(asked, needed)) return true
  const deepest = Math.max(needed.linkDepth, ...Object.values(needed.fieldLinkDepths))
  return (
    asked.fields.length === 0 && Object.keys(asked.fieldLinkDepths).length === 0 && deepest <= asked.linkDepth
  )
}

const isSame = (one: Required<EntryLimits>, other: Required<EntryLimits>): boolean =>
  one.linkDepth === other.linkDepth &&
  (one.fields === other.fields || String(one.fields) === String(other.fields)) &&
  (one.fieldLinkDepths === other.fieldLinkDepths ||
    JSON.stringify(one.fieldLinkDepths) === JSON.stringify(other.fieldLinkDepths))

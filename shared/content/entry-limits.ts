/** How much of an entry a page asks for. Absent `fields` means every field. Source: specification 2, Routes. */
export interface EntryLimits {
  readonly fields?: readonly string[]
  /** Levels of linked entries to resolve. */
  readonly linkDepth?: number
  /** Dotted field path → levels, overriding `linkDepth` below that path. */
  readonly fieldLinkDepths?: Readonly<Record<string, number>>
}

/** Levels of links resolved when nothing else is said. Source: specification 9. */
export const DEFAULT_LINK_DEPTH = 2

/** The limits in force: what the route says, else what the content type says, else everything at the default depth. */
export function entryLimits(
  route: EntryLimits | undefined,
  contentType: EntryLimits | undefined,
): Required<EntryLimits> {
  const chosen = hasLimits(route) ? route : hasLimits(contentType) ? contentType : {}
  return {
    fields: chosen.fields ?? [],
    linkDepth: chosen.linkDepth ?? (chosen.fieldLinkDepths ? 0 : DEFAULT_LINK_DEPTH),
    fieldLinkDepths: chosen.fieldLinkDepths ?? {},
  }
}

/** Whether any limit is given; a link depth of 0 is one. */
export const hasLimits = (limits: EntryLimits | undefined): limits is EntryLimits =>
  limits?.fields !== undefined || limits?.linkDepth !== undefined || limits?.fieldLinkDepths !== undefined

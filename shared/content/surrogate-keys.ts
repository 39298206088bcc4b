/** Split a `surrogate-key` header on white space. */
export const splitKeys = (header: string | null | undefined): readonly string[] =>
  header ? header.split(/\s+/).filter(Boolean) : []

/** Join key lists without duplicates, first seen first. Source: specification 4, Access and routing. */
export const mergeKeys = (...lists: readonly (readonly string[])[]): readonly string[] => [
  ...new Set(lists.flat()),
]

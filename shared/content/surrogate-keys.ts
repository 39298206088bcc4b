/** Split a `surrogate-key` header on white space, each key once. Source: specification 4. */
export const splitKeys = (header: string | null | undefined): readonly string[] =>
  header ? [...new Set(header.split(/\s+/).filter(Boolean))] : []

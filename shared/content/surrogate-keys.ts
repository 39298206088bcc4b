/** Split a `surrogate-key` header on white space. */
export const splitKeys = (header: string | null | undefined): readonly string[] =>
  header ? header.split(/\s+/).filter(Boolean) : []

/**
 * A table to look up what callers name. Unlike an object it knows its own names only: a field may be called "constructor".
 */
export const tableOf = <T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(rows))

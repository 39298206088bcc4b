/**
 * A map for looking up names that clients send. Unlike an object it has no inherited names: a field may be called "constructor".
 */
export const tableOf = <T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(rows))

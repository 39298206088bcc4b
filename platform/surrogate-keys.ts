import { createHash } from 'node:crypto'

/** What an answer depends on, or what a change touches. */
export type Dependencies = {
  readonly entries?: Iterable<string>
  readonly nodes?: Iterable<string>
  readonly contentTypes?: Iterable<string>
}

/** Short, stable form of an id inside a key. */
export const shortId = (id: string): string =>
  createHash('sha1').update(id).digest('base64url').replace(/[-_]/g, '').slice(0, 10)

/** A key for each entry, each node and each content type. Source: protocol 1.7. */
export function surrogateKeys(alias: string, projectId: string, uses: Dependencies): readonly string[] {
  return [
    ...[...(uses.entries ?? [])].map((id) => `${alias}_e_${shortId(id)}`),
    ...[...(uses.nodes ?? [])].map((id) => `${alias}_n_${shortId(id)}`),
    ...[...(uses.contentTypes ?? [])].map((id) => `${alias}_ct_${projectId}_${id}`),
  ]
}

/** The key that every answer has. */
export const everyKey = (alias: string): string => `${alias}_any-update`

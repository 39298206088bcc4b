import type { JsonObject, MapInput, RemoteName } from '@tessera/shared/contract'
import type { Entry } from '@tessera/shared/content'
import { pageError } from '../errors.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'

interface Mapping {
  readonly remote: RemoteName
  readonly entryMapper?: string
}

/** Maps entries to what remotes show of them. */
export type EntryMapper = (
  releases: ReleaseSnapshot,
  mapping: Mapping,
  input: Omit<MapInput, 'sanitise'>,
) => Promise<JsonObject | null>

/**
 * Maps an entry with the mapper that its mapping names; null where it names none. An entry that came out of the answer
 * cache is the same object, so its model is made once, unless its mapper looks at the relatives: those have their own time.
 * @throws AppError page/remote-missing, page/render-failed
 */
export function createEntryMapper(sanitise: MapInput['sanitise']): EntryMapper {
  /** Models of entries that are still in use, by entry and by the mapper that made them. */
  const mapped = new WeakMap<Entry, Map<string, Promise<JsonObject>>>()
  return async (releases, { remote: name, entryMapper }, input) => {
    if (!entryMapper) return null
    const live = releases.remotes.get(name)
    if (!live) throw pageError('page/remote-missing', { details: { remote: name } })
    const mapper = live.remote.entryMappers?.[entryMapper]
    if (!mapper)
      throw pageError('page/render-failed', {
        details: { remote: name, entryMapper, reason: 'no such mapper' },
      })

    const models = mapped.get(input.entry) ?? new Map<string, Promise<JsonObject>>()
    mapped.set(input.entry, models)
    const key = `${name} ${live.release.version} ${entryMapper} ${input.language} ${input.node?.path ?? ''}`
    const known = models.get(key)
    if (known) return known
    let hasAskedForRelatives = false
    const relatives = () => {
      hasAskedForRelatives = true
      models.delete(key)
      return input.relatives()
    }
    const model = (async () => mapper({ ...input, sanitise, relatives }))()
    if (!hasAskedForRelatives) models.set(key, model)
    try {
      return await model
    } catch (cause) {
      models.delete(key)
      throw pageError('page/render-failed', { cause, details: { remote: name, entryMapper } })
    }
  }
}

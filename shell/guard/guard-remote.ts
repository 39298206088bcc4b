import type { ContentClient, EntryMapper, ServerRemote } from '@tessera/shared/contract'
import type { Guard } from './guard.server.ts'

/**
 * A remote whose code runs under guard: its markup is rendered inside a bracket (the page renders `alone`), its data and its
 * entries' models begin in a macrotask of their own, and go on in one of their own after each call to the platform.
 */
export function guardRemote(remote: ServerRemote, version: string, guard: Guard): ServerRemote {
  const { name } = remote.manifest
  const rendering = guard.callOf(name, version, 'render')
  const loading = guard.callOf(name, version, 'load')
  const mapping = guard.callOf(name, version, 'map')
  const { load, entryMappers } = remote
  const guardMapper =
    (map: EntryMapper): EntryMapper =>
    async (input) =>
      guard.alone(() => map({ ...input, relatives: () => guard.apart(input.relatives()) }), mapping)
  return {
    ...remote,
    render: (props) => guard.enter(rendering, () => remote.render(props)),
    ...(load && {
      load: (request) =>
        guard.alone(() => load({ ...request, client: clientApart(request.client, guard) }), loading),
    }),
    ...(entryMappers && {
      entryMappers: Object.fromEntries(
        Object.entries(entryMappers).map(([key, map]) => [key, guardMapper(map)]),
      ),
    }),
  }
}

/** Answers are shared between requests: what follows one in a remote must not run among what follows it elsewhere. */
const clientApart = (client: ContentClient, { apart }: Guard): ContentClient =>
  new Proxy(client, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]) => apart(Reflect.apply(call, target, args) as Promise<unknown>)
    },
  })

import type {
  ContentClient,
  DataRequest,
  EntryMapper,
  FormHandler,
  Json,
  NestedSlot,
  RemoteFile,
  ServerRemote,
  SlotsRequest,
} from '@tessera/shared/contract'
import type { Guard } from './guard.server.ts'

/** A remote whose code runs under guard: synchronous functions give promises, but for `render`, which the host calls in a macrotask. */
export type GuardedRemote = Omit<ServerRemote, 'slots' | 'forms'> & {
  readonly slots?: (request: SlotsRequest) => Promise<readonly NestedSlot[]>
  readonly forms?: GuardedForms
}

/** The form handlers of a remote; all results are promises. */
export interface GuardedForms extends Pick<FormHandler, 'receive'> {
  readonly readAnswer: (
    ...asked: Parameters<FormHandler['readAnswer']>
  ) => Promise<ReturnType<FormHandler['readAnswer']>>
  readonly conclude: (
    ...asked: Parameters<FormHandler['conclude']>
  ) => Promise<ReturnType<FormHandler['conclude']>>
}

/** A remote whose code runs under guard. Its loaders and mappers start in a macrotask of their own, also after each platform call. */
export function guardRemote(remote: ServerRemote, version: string, guard: Guard): GuardedRemote {
  const { slots, forms, ...unguarded } = remote
  const { name } = remote.manifest
  const rendering = guard.callOf(name, version, 'render')
  const loading = guard.callOf(name, version, 'load')
  const mapping = guard.callOf(name, version, 'map')
  const { load, data, files, entryMappers } = remote
  const guardLoader =
    <T>(make: (request: DataRequest) => Promise<T>) =>
    (request: DataRequest): Promise<T> =>
      guard.runInMacrotask(() => make({ ...request, client: isolatedClient(request.client, guard) }), loading)
  const guardMapper =
    (map: EntryMapper): EntryMapper =>
    (input) =>
      guard.runInMacrotask(
        () => map({ ...input, relatives: () => guard.resumeInMacrotask(input.relatives()) }),
        mapping,
      )
  return {
    ...unguarded,
    ...(slots && { slots: (request) => guard.runInMacrotask(() => slots(request), loading) }),
    render: (props) => guard.enter(rendering, () => remote.render(props)),
    ...(load && {
      load: (request) =>
        guard.runInMacrotask(
          () => load({ ...request, client: isolatedClient(request.client, guard) }),
          loading,
        ),
    }),
    ...(data && { data: mapValues(data, guardLoader<Json>) }),
    ...(files && { files: mapValues(files, guardLoader<RemoteFile>) }),
    ...(forms && {
      forms: {
        receive: (request) =>
          guard.runInMacrotask(
            () => forms.receive({ ...request, client: isolatedClient(request.client, guard) }),
            loading,
          ),
        readAnswer: (...asked) => guard.runInMacrotask(() => forms.readAnswer(...asked), loading),
        conclude: (...asked) => guard.runInMacrotask(() => forms.conclude(...asked), loading),
      },
    }),
    ...(entryMappers && { entryMappers: mapValues(entryMappers, guardMapper) }),
  }
}

const mapValues = <T>(
  record: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Requests share platform answers: a remote's code after an `await` must not run in a macrotask with other code that awaited the same. */
const isolatedClient = (client: ContentClient, { resumeInMacrotask }: Guard): ContentClient =>
  new Proxy(client, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name)
      if (typeof call !== 'function') return call
      return (...args: unknown[]) => resumeInMacrotask(Reflect.apply(call, target, args) as Promise<unknown>)
    },
  })

import type { ContentType, Json, JsonObject, Project, VersionStatus } from '../domain/content.ts'

/** An entry as the delivery API returns it. */
export type DeliveredEntry = {
  readonly sys: {
    readonly id: string
    readonly projectId: string
    readonly contentTypeId: string
    readonly language: string
    readonly dataFormat: string
    readonly owner?: string
    readonly slug?: string
    readonly uri?: string | null
    readonly metadata?: JsonObject
    readonly properties?: JsonObject
    readonly version: {
      readonly versionNo?: string
      readonly created?: string
      readonly createdBy?: string
      readonly modified?: string
      readonly modifiedBy?: string
      readonly published?: string
      readonly publishedBy?: string
    }
  }
  readonly [field: string]: unknown
}
export type DeliveredNode = {
  readonly id: string
  readonly projectId: string
  readonly parentId?: string
  readonly slug: string
  readonly displayName: string
  readonly childCount: number
  readonly isCanonical?: boolean
  readonly includeInMenu?: boolean
  readonly version?: { readonly versionNo: string }
  readonly entry?: { readonly sys: { readonly id: string } }
}
type DeliveredTerm = {
  readonly key: string
  readonly name: string
  readonly children?: readonly { readonly key: string }[]
}
type Page = { readonly items: readonly DeliveredEntry[]; readonly pageCount: number }

/** The requests that a migration sends to the other environment, one after the other. */
export type Delivery = {
  /** Whether the token may read drafts. */
  readonly readsLatest: boolean
  readonly project: () => Promise<Project>
  readonly contentTypes: () => Promise<readonly ContentType[]>
  readonly entries: (
    typeId: string,
    language: string,
    status: VersionStatus,
  ) => AsyncGenerator<DeliveredEntry>
  readonly root: (language: string) => Promise<DeliveredNode | null>
  readonly children: (id: string, language: string) => Promise<readonly DeliveredNode[]>
  readonly taxonomy: (key: string, language: string) => Promise<DeliveredTerm | null>
}

const PAGE = 200
const CALL_LIMIT_MS = 60_000
const ATTEMPTS = 4

/** Open an environment for reading. Each call throws an `Error` with one line when it still fails after several attempts. */
export async function createDelivery(source: {
  readonly from: string
  readonly projectId: string
  readonly accessToken: string
}): Promise<Delivery> {
  const base = `${source.from.replace(/\/+$/, '')}/api/delivery/projects/${encodeURIComponent(source.projectId)}`
  const get = async <T extends Json | object>(path: string): Promise<T | null> => {
    const { status, body } = await call(`${base}${path}`, source.accessToken)
    if (status === 404) return null
    if (status !== 200) throw new Error(`${base}${path.split('?')[0]} answered ${status}`)
    return JSON.parse(body) as T
  }
  const required = async <T extends object>(path: string): Promise<T> => {
    const found = await get<T>(path)
    if (found === null) throw new Error(`There is nothing at ${base}${path}`)
    return found
  }
  const draft = await call(`${base}/entries?versionStatus=latest&pageSize=1`, source.accessToken)
  const readsLatest = draft.status !== 403
  // Pages that were never published have nodes too; only tokens that may read drafts see them in trees.
  const nodes = `versionStatus=${readsLatest ? 'latest' : 'published'}`
  return {
    readsLatest,
    project: () => required<Project>(''),
    contentTypes: () => required<readonly ContentType[]>('/contentTypes'),
    entries: async function* (typeId, language, status) {
      const query = `versionStatus=${status}&language=${language}&order=sys.id&pageSize=${PAGE}&linkDepth=0`
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const found = await required<Page>(
          `/contentTypes/${encodeURIComponent(typeId)}/entries?${query}&pageIndex=${page}`,
        )
        pages = found.pageCount
        yield* found.items
      }
    },
    root: (language) => get<DeliveredNode>(`/nodes/root?language=${language}&${nodes}`),
    children: async (id, language) =>
      (await get<readonly DeliveredNode[]>(`/nodes/${id}/children?language=${language}&${nodes}`)) ?? [],
    taxonomy: (key, language) =>
      get<DeliveredTerm>(`/taxonomy/nodes/${key}?language=${language}&childDepth=1&order=defined`),
  }
}

/** One request, repeated after a pause when the failure may be transient. */
async function call(
  url: string,
  accessToken: string,
): Promise<{ readonly status: number; readonly body: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, {
        headers: { accesstoken: accessToken, accept: 'application/json' },
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      })
      const body = await response.text()
      if ((response.status < 500 && response.status !== 429) || attempt >= ATTEMPTS)
        return { status: response.status, body }
    } catch (error) {
      if (attempt >= ATTEMPTS)
        throw new Error(`${new URL(url).origin} cannot be reached (${(error as Error).message})`, {
          cause: error,
        })
    }
    await new Promise((resolve) => void setTimeout(resolve, 250 * 2 ** attempt))
  }
}

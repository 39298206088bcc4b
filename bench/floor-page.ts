import { readSiteConfig } from '@tessera/shared/config'
import { entryLimits, type Entry } from '@tessera/shared/content'
import type { HostState, JsonObject, ServerRemote, SlotProps } from '@tessera/shared/contract'
import { createContentClient, createPlatformGate, type WireRequest } from '@tessera/shared/io'
import type { FloorConfig } from './floor-config.ts'

/** A page of the site, cut down to one call and one render. */
export interface FloorPage {
  /** The call for its node and entry, the very one that the shell makes. */
  readonly call: { readonly path: string; readonly headers: Readonly<Record<string, string>> }
  /** The document, from data in memory. */
  readonly render: () => string
  /** The document, from an answer of the platform. */
  readonly renderNode: (node: unknown) => Promise<string>
}

const MAIN = '<div data-slot="main">'

/**
 * Take a page from a running shell: what stands round the main slot becomes a constant, the slot is rendered.
 * @throws Error when the floor's markup is not, byte for byte, the shell's
 */
export async function readFloorPage(
  page: string,
  remote: ServerRemote,
  config: FloorConfig,
): Promise<FloorPage> {
  // The first answer for a path brings every field, since its content type is not known yet; figures are about all later ones.
  await fetch(config.shellUrl + page)
  const html = await (await fetch(config.shellUrl + page)).text()
  const state = (await (await fetch(`${config.shellUrl}${page}?redux=true`)).json()) as HostState
  const view = state.page.slots.find(({ id }) => id === 'main')?.view ?? ''
  const mapping = remote.manifest.contentTypes?.find((type) => type.view === view)
  const mapper = remote.entryMappers?.[mapping?.entryMapper ?? '']
  if (!mapping || !mapper) throw new Error(`${page}: no mapping for the view "${view}"`)

  const start = html.indexOf(MAIN) + MAIN.length
  const main = renderMain(remote, view, state)
  if (!html.startsWith(main, start)) throw new Error(`${page}: the floor renders another page than the shell`)
  const before = html.slice(0, start)
  const after = html.slice(start + main.length)
  const renderNode = async (node: unknown): Promise<string> => {
    const { entry } = node as { readonly entry: Entry }
    const mappedEntry = await mapper({
      node: null,
      entry,
      language: 'en-GB',
      sanitise: (markup) => markup,
      relatives: async () => ({ ancestors: [], children: [], siblings: [] }),
    })
    return before + renderMain(remote, view, withModel(state, mappedEntry)) + after
  }
  return {
    call: await callFor(page, entryLimits(undefined, mapping), config),
    render: () => before + renderMain(remote, view, state) + after,
    renderNode,
  }
}

const withModel = (state: HostState, mappedEntry: JsonObject): HostState => ({
  ...state,
  routing: { ...state.routing, mappedEntry },
})

/** The product's own render call; of a store the components need no more than its state. */
function renderMain(remote: ServerRemote, view: string, state: HostState): string {
  const store = { getState: () => state, subscribe: () => () => undefined } as unknown as SlotProps['store']
  const bus = { emit: () => undefined, on: () => () => undefined }
  return remote.render({ slotId: 'main', view, props: {}, store, bus, isStatic: true, slotHtml: {} })
}

/** Let the shell's own client make the call, and keep what it would have sent. */
async function callFor(
  page: string,
  limits: ReturnType<typeof entryLimits>,
  { platformUrl, projectId, accessToken }: FloorConfig,
): Promise<FloorPage['call']> {
  const sent: WireRequest[] = []
  const gate = createPlatformGate({
    transport: {
      async send(request) {
        sent.push(request)
        return { status: 404, text: '', bytes: 0, keys: [], retryAfter: null }
      },
      close: () => Promise.resolve(),
    },
  })
  const site = readSiteConfig({
    projects: [{ id: projectId, publicUrl: 'http://localhost' }],
    platform: { apiUrl: platformUrl },
    accessToken,
    siteName: { 'en-GB': 'Floor' },
  })
  await createContentClient({ config: site, gate, request: {} }).nodeByPath(page, { entryLimits: limits })
  const { pathname, search } = new URL(sent[0]?.url ?? platformUrl)
  return { path: pathname + search, headers: sent[0]?.headers ?? {} }
}

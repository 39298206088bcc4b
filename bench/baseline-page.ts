import { readSiteConfig } from '@tessera/shared/config'
import { entryLimits, type Entry } from '@tessera/shared/content'
import type {
  HostState,
  JsonObject,
  PageSlot,
  RouteState,
  ServerRemote,
  SlotProps,
} from '@tessera/shared/contract'
import { createContentClient, createPlatformClient, type WireRequest } from '@tessera/shared/io'
import type { BaselineConfig } from './baseline-config.ts'

/** A page of the site, reduced to one call and one render. */
export interface BaselinePage {
  /** The call for its node and entry, identical to the shell's. */
  readonly call: { readonly path: string; readonly headers: Readonly<Record<string, string>> }
  /** The document, from data in memory. */
  readonly render: () => string
  /** The document, from an answer of the platform. */
  readonly renderNode: (node: unknown) => Promise<string>
}

/** The remotes of a page, by name. */
export type BaselineRemotes = Readonly<Record<string, ServerRemote>>

/**
 * Read a page from a running shell: its slots are rendered, the markup around them becomes a constant.
 * @throws Error when the baseline's markup differs from the shell's in any byte
 */
export async function readBaselinePage(
  page: string,
  remotes: BaselineRemotes,
  config: BaselineConfig,
): Promise<BaselinePage> {
  // The first answer for a path has every field, because its content type is not known yet; the bench measures later ones.
  await fetch(config.shellUrl + page)
  const html = await (await fetch(config.shellUrl + page)).text()
  const state = (await (await fetch(`${config.shellUrl}${page}?redux=true`)).json()) as HostState
  const { remote, view } = state.page.slots.find(({ id }) => id === 'main') ?? {}
  const content = remotes[remote ?? '']
  const mapping = content?.manifest.contentTypes?.find((type) => type.view === view)
  const mapper = content?.entryMappers?.[mapping?.entryMapper ?? '']
  if (!mapping || !mapper) throw new Error(`${page}: no mapping for the view "${view}"`)

  const render = rendererOf(page, html, state, remotes)
  const renderNode = async (node: unknown): Promise<string> => {
    const { entry } = node as { readonly entry: Entry }
    const mappedEntry = await mapper({
      node: null,
      entry,
      language: 'en-GB',
      sanitise: (markup) => markup,
      relatives: async () => ({ ancestors: [], children: [], siblings: [] }),
    })
    return render(withModel(state, mappedEntry))
  }
  return {
    call: await callFor(page, entryLimits(undefined, mapping), config),
    render: () => render(state),
    renderNode,
  }
}

/** A page from data in memory, however many calls its data needs. @throws Error as `readBaselinePage` */
export async function readBaselineView(
  address: string,
  remotes: BaselineRemotes,
  { shellUrl }: BaselineConfig,
): Promise<() => string> {
  const html = await (await fetch(shellUrl + address)).text()
  const asData = new URL(address, shellUrl)
  asData.searchParams.set('redux', 'true')
  const state = (await (await fetch(asData)).json()) as HostState
  const render = rendererOf(address, html, state, remotes)
  return () => render(state)
}

/** Makes the function that renders the document from a state: constants, and the markup of each slot between them. */
function rendererOf(
  page: string,
  html: string,
  state: HostState,
  remotes: BaselineRemotes,
): (state: HostState) => string {
  const parts: ((state: HostState) => string)[] = []
  let at = 0
  for (const { place, slot } of placesOf(html, state.page.slots)) {
    if (!remotes[slot.remote]) throw new Error(`${page}: no ${slot.remote}`)
    const before = html.slice(at, place)
    const markup = renderSlot(remotes, slot, state)
    if (!html.startsWith(markup, place))
      throw new Error(`${page}: the baseline renders another ${slot.id} than the shell`)
    parts.push(
      () => before,
      (own) => renderSlot(remotes, slot, own),
    )
    at = place + markup.length
  }
  const end = html.slice(at)
  return (own) => parts.map((part) => part(own)).join('') + end
}

/** The position where the markup of each slot begins, in document order. */
const placesOf = (html: string, slots: readonly PageSlot[]) =>
  slots
    // As in the shell, slots that hydrate on touch are empty until then; inner slots are part of the outer markup.
    .filter(({ hydrate, parent }) => hydrate !== 'touch' && !parent)
    .map((slot) => {
      const element = `<div data-slot="${slot.id}">`
      return { slot, place: html.indexOf(element) + element.length }
    })
    .toSorted((a, b) => a.place - b.place)

const withModel = (state: HostState, mappedEntry: JsonObject): HostState => ({
  ...state,
  // The complete entry: it is from the answer to `?redux=true`.
  routing: { ...(state.routing as RouteState), mappedEntry },
})

/** Calls the product's own render function, for inner slots first. Components need no more of the store than its state. */
function renderSlot(
  remotes: BaselineRemotes,
  { id, remote: name, view, props, hydrate }: PageSlot,
  state: HostState,
): string {
  const remote = remotes[name]
  if (!remote) return ''
  const read = () => state
  const store = {
    getState: read,
    getServedState: read,
    subscribe: () => () => undefined,
  } as unknown as SlotProps['store']
  const bus = { emit: () => undefined, on: () => () => undefined }
  const messages = remote.catalogues?.[state.page.head.language]
  const isStatic = hydrate === 'never'
  const inner = state.page.slots.filter(({ parent }) => parent === id)
  const slotHtml = Object.fromEntries(inner.map((slot) => [slot.id, renderSlot(remotes, slot, state)]))
  return remote.render({ slotId: id, view, props, store, bus, messages, isStatic, slotHtml })
}

/** Make the call with the shell's own client, and record what it would have sent. */
async function callFor(
  page: string,
  limits: ReturnType<typeof entryLimits>,
  { platformUrl, projectId, accessToken }: BaselineConfig,
): Promise<BaselinePage['call']> {
  const sent: WireRequest[] = []
  const platformClient = createPlatformClient({
    transport: {
      async send(request) {
        sent.push(request)
        return { status: 404, body: Buffer.alloc(0), keys: [], retryAfter: null }
      },
      close: () => Promise.resolve(),
    },
  })
  const site = readSiteConfig({
    projects: [{ id: projectId, publicUrl: 'http://localhost' }],
    platform: { apiUrl: platformUrl },
    accessToken,
    siteName: { 'en-GB': 'Baseline' },
  })
  await createContentClient({ config: site, platformClient, request: {} }).nodeByPath(page, {
    entryLimits: limits,
  })
  const { pathname, search } = new URL(sent[0]?.url ?? platformUrl)
  return { path: pathname + search, headers: sent[0]?.headers ?? {} }
}

import { toAppError, type AppError, type Bus, type PageSlot, type Store } from '@tessera/shared/contract'
import { documentState, isIsland } from './serialised-state.ts'
import { encodePath, languagePrefix, type SiteLanguages } from '../http/paths.ts'
import { messagesFor, type ShellMessages } from '../messages/index.ts'
import type { DocumentContent, SiteDocuments } from '../document/site-documents.server.ts'
import { html, needsCode, raw, titleOf, type Html } from '../document/html.ts'
import { renderError, renderNotFound, renderSlotFallback } from '../document/page-outcome.ts'
import { pageError } from '../errors.ts'
import { renderOverrideWait } from '../override/override-bar.ts'
import { isOverridden, type Overridden } from '../override/overridden.ts'
import { pageBanners } from '../override/page-banners.ts'
import { pageComposed, routeResolved } from '../state/host-slices.ts'
import type { Guard } from '../guard/guard.server.ts'
import { isDecisive, remotesOf, type LoadedSlot } from './load-slots.server.ts'
import { isOfFrame } from './load.server.ts'
import type { LoadedPage, PageEvents, RenderedPage } from './page.ts'
import { routeError } from './route.ts'

/** Dependencies of rendering. */
export interface RenderParts extends Pick<PageEvents, 'onSlotFailure'> {
  readonly documents: SiteDocuments
  readonly languages: SiteLanguages
  /** Whether documents carry their state. */
  readonly inlineState: boolean
  readonly feedLinks: (language: string) => NonNullable<DocumentContent['feeds']>
  readonly createBus: () => Bus
  readonly guard: Pick<Guard, 'runInMacrotask'>
}

/** The third stage of a page: render each slot once, and the document around them, in a macrotask of their own. */
export function createRenderer(parts: RenderParts): (page: LoadedPage) => Promise<RenderedPage> {
  const render = createPageRenderer(parts)
  return (page) =>
    renderInMacrotask(
      parts.guard,
      (attempt) => render(page, attempt),
      (slot, error) => parts.onSlotFailure(page, slot, error),
    )
}

/** The state of rendering the slots of a page, which may take several passes. */
export interface RenderAttempt {
  /** Slots whose rendering was terminated in an earlier pass, with the error; they get their fallback. */
  readonly terminated: Map<string, AppError>
  /** The slot that is being rendered. */
  slot: PageSlot | null
}

/**
 * Render in a macrotask of its own; when the code of a slot is terminated, everything is rendered again without that slot.
 * @throws AppError page/broken-off when other code than that of a slot was terminated
 */
export async function renderInMacrotask<T>(
  guard: Pick<Guard, 'runInMacrotask'>,
  render: (attempt: RenderAttempt) => T,
  onTerminated: (slot: PageSlot, error: AppError) => void,
): Promise<T> {
  const attempt: RenderAttempt = { terminated: new Map(), slot: null }
  for (;;) {
    try {
      return await guard.runInMacrotask(() => render(attempt))
    } catch (thrown) {
      const error = toAppError(thrown)
      const { slot, terminated } = attempt
      if (error.code !== 'page/broken-off' || !slot || terminated.has(slot.id)) throw error
      attempt.slot = null
      terminated.set(slot.id, error)
      onTerminated(slot, error)
    }
  }
}

const createPageRenderer =
  (parts: RenderParts) =>
  (page: LoadedPage, attempt: RenderAttempt): RenderedPage => {
    const { language, slots, store, target } = page
    const messages = messagesFor(language, parts.languages.primary)
    const failures = new Map(attempt.terminated)
    const markup = renderSlots(slots, {
      store,
      bus: parts.createBus(),
      messages,
      attempt,
      override: page.override,
      onFailure: (slot, error) => {
        failures.set(slot.id, error)
        parts.onSlotFailure(page, slot, error)
      },
    })
    const broken = slots.find(({ slot }) => isDecisive(slot) && failures.has(slot.id))
    if (broken) replaceByError(store, failures.get(broken.slot.id))
    const state = store.getState()
    const { statusCode: status, isError } = state.routing
    // When the platform refuses content, the page counts as missing only for a 404. A page whose slot has set the status of a
    // failure itself, such as that of a search, is shown.
    const isFailed = isError && status !== 404
    if (page.responseClass === 'public' && state.navigation.root)
      parts.documents.cacheMenu(language, state.navigation.root)
    const document = parts.documents.render({
      head: { ...page.head, title: isFailed ? messages.errorTitle : titleOf(page, messages) },
      siteData: isHome(page) ? [parts.documents.organisation(language)] : [],
      feeds: parts.feedLinks(language),
      navigation: state.navigation.root,
      // The current path of a previewed entry is that of its node, published or not.
      currentPath: (page.parsedPath.preview && state.routing.currentNode?.path) || target.path,
      languages: state.page.languages ?? [],
      banners: pageBanners(page, state.page.preview, messages),
      ...(target.query['term'] !== undefined && { searchTerm: target.query['term'] }),
      slots: frameSlots(slots, markup),
      hasIslands: slots.some(
        ({ slot, remote }) => remote && isIsland(slot) && needsCode(String(markup.get(slot.id) ?? '')),
      ),
      main: slotElement(
        'main',
        mainMarkup(page, status, {
          isFailed,
          messages,
          languages: parts.languages,
          main: markup.get('main'),
        }),
      ),
      releases: page.releases,
      remotes: remotesOf(
        slots
          .filter(({ slot }) => slot.hydrate !== 'touch')
          .filter((item) => !isOverridden(item, page.override)),
      ),
      ...(page.override && { foreignOrigin: page.override.origin }),
      allowsCaptcha: state.page.allowsCaptcha === true,
      state: (bodyLength) => documentState(page, parts.inlineState ? bodyLength : null),
    })
    return { ...page, ...document, status, isComplete: page.isComplete && failures.size === 0, failures }
  }

/** The state was complete before this slot failed to render; on the server it has the whole route. */
function replaceByError(store: Store, error = pageError('page/render-failed')): void {
  const { routing, page } = store.getState()
  const failed = { statusCode: 500, isError: true, error: routeError(error) }
  store.dispatch(routeResolved({ ...(routing as Parameters<typeof routeResolved>[0]), ...failed }))
  store.dispatch(pageComposed({ ...page, slots: page.slots.filter(isOfFrame) }))
}

const frameSlots = (
  slots: readonly LoadedSlot[],
  markup: ReadonlyMap<string, Html>,
): Readonly<Record<string, Html>> =>
  Object.fromEntries(
    slots
      .filter(({ slot }) => isOfFrame(slot))
      .map(({ slot }) => [slot.id, slotElement(slot.id, markup.get(slot.id))]),
  )

const isHome = ({ status, parsedPath }: LoadedPage): boolean =>
  status === 200 && parsedPath.rest === '/' && parsedPath.preview === null

interface MainParts extends Pick<RenderParts, 'languages'> {
  /** Whether an error is shown in place of the page. */
  readonly isFailed: boolean
  readonly messages: ShellMessages
  readonly main: Html | undefined
}

function mainMarkup(
  page: LoadedPage,
  status: number,
  { isFailed, messages, languages, main }: MainParts,
): Html | undefined {
  const { language, target, notFound } = page
  const input = { messages, pathPrefix: languagePrefix(language, languages), statusCode: status }
  if (isFailed)
    return renderError({
      ...input,
      statusText: page.store.getState().routing.error?.message,
      requestId: page.id,
      retryPath: `${encodePath(target.path)}${target.search}`,
    })
  if (main && page.slots.some(({ slot, remote }) => slot.id === 'main' && remote)) return main
  return renderNotFound({
    ...input,
    ...previewHint(page, messages),
    ...(notFound && { content: { ...notFound, text: notFound.html === null ? null : raw(notFound.html) } }),
  })
}

/** Tells a signed-in visitor without permission to see drafts why the preview is empty. */
const previewHint = ({ parsedPath, preview }: LoadedPage, messages: ShellMessages) =>
  parsedPath.preview && !preview ? { statusText: messages.previewUnpublished, links: [] } : {}

interface RenderContext extends Overridden {
  readonly store: Store
  readonly bus: Bus
  /** The shell's own messages, for the fallback of a slot. */
  readonly messages: ShellMessages
  readonly attempt: RenderAttempt
  readonly onFailure: (slot: PageSlot, error: AppError) => void
}

/** Render each slot once, the inner ones first, since outer slots contain their markup. Gives markup by slot id. */
export function renderSlots(
  loaded: readonly LoadedSlot[],
  context: RenderContext,
): ReadonlyMap<string, Html> {
  const markup = new Map<string, Html>()
  for (const item of loaded.toReversed()) {
    // Such a slot is empty until the visitor uses it.
    if (item.slot.hydrate === 'touch') continue
    const wait = renderOverrideWait(item, context)
    const inner = loaded.filter(({ slot }) => slot.parent === item.slot.id)
    const slotHtml = Object.fromEntries(inner.map(({ slot }) => [slot.id, String(markup.get(slot.id) ?? '')]))
    const rendered = wait ? String(wait) : renderSlot(item, slotHtml, context)
    markup.set(
      item.slot.id,
      rendered === null ? renderSlotFallback(context.messages, item.slot.id === 'main') : raw(rendered),
    )
  }
  return markup
}

function renderSlot(
  { slot, remote, messages: own }: LoadedSlot,
  slotHtml: Record<string, string>,
  context: RenderContext,
): string | null {
  if (!remote || context.attempt.terminated.has(slot.id)) return null
  context.attempt.slot = slot
  try {
    return remote.render({
      slotId: slot.id,
      view: slot.view,
      props: slot.props,
      store: context.store,
      bus: context.bus,
      messages: own,
      isStatic: slot.hydrate === 'never',
      slotHtml,
    })
  } catch (cause) {
    const error = toAppError(cause)
    context.onFailure(slot, pageError('page/render-failed', { cause, details: { reason: error.message } }))
    return null
  }
}

/** The element that a slot is mounted in. */
export const slotElement = (id: string, markup: Html | undefined): Html =>
  html`<div data-slot="${id}">${markup}</div>`

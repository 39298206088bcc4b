import type { Node } from '@tessera/shared/content'
import {
  toAppError,
  type AppError,
  type Bus,
  type JsonObject,
  type PageHead,
  type PagePreview,
  type HostState,
  type PageSlot,
  type SlotOutcome,
  type Store,
} from '@tessera/shared/contract'
import { inlineState } from '../domain/serialised-state.ts'
import { organisation, renderDocument } from '../document/document.server.ts'
import { languagePrefix } from '../http/path-language.ts'
import { messages } from '../messages.ts'
import { PREVIEW_EXIT_PATH } from '../features/preview/preview-routes.server.ts'
import { CANDIDATE_PATH } from '../features/staff/candidate-cookie.server.ts'
import { renderCandidateBar, renderPreviewBar } from '../document/banners.ts'
import { renderFrame } from '../document/frame.ts'
import { raw, html, type Html } from '../document/html.ts'
import { renderError, renderNotFound, renderSlotFallback } from '../document/page-outcome.ts'
import { feedLinks } from '../features/site/options.ts'
import { bootFile, iconFile, pageStyles } from '../document/assets.server.ts'
import type { ComposedPage } from './finish-page.server.ts'
import type { LoadedSlot } from './load-slots.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'
import { pageError } from '../errors.ts'

/** The HTML of a composed page, and whether each of its slots could be rendered. */
interface RenderedPage {
  readonly html: string
  readonly isComplete: boolean
  readonly status: number
  /** Why slots could not be rendered, by slot id. */
  readonly failures: ReadonlyMap<string, AppError>
}

/** Render every slot once and put the document together. */
export function renderPage(
  page: ComposedPage,
  request: PageRequest,
  shell: ShellContext,
  bus: Bus,
): RenderedPage {
  const { config } = shell
  const failures = new Map<string, AppError>()
  const { markup } = renderSlots(page.slots, {
    store: page.store,
    bus,
    language: page.language,
    onFailure: (slot, error) => {
      failures.set(slot.id, error)
      shell.onSlotFailure(request, slot, error)
    },
  })
  const status = failures.has('main') ? 500 : page.status
  const state = page.store.getState() as unknown as HostState & Record<string, unknown>
  const frameSlots = page.slots.filter(({ slot }) => slot.id !== 'main' && !slot.parent)
  const body = renderFrame({
    navigation: navigationOf(page, state, shell),
    currentPath: request.target.path,
    language: page.language,
    languages: state.page.languages ?? [],
    banners: [previewBar(state.page.preview, page.language), candidateBar(request, page.language)],
    siteName: siteName(shell, page.language),
    pathPrefix: languagePrefix(page.language, config.languages),
    searchTerm: request.target.query['term'],
    slots: Object.fromEntries(
      frameSlots.map(({ slot }) => [slot.id, slotElement(slot.id, markup.get(slot.id))]),
    ),
    main: slotElement('main', mainMarkup(page, status, request, shell, markup.get('main'))),
    contact: shell.site.contact,
    footerLinks: shell.site.footerLinks[page.language] ?? [],
  })
  const html = renderDocument({
    head: headOf(page, status),
    siteData: isHome(page, request) ? [organisationOf(shell, page.language)] : [],
    feeds: feedLinks(shell.basics.feeds, page.language),
    origin: config.publicUrl,
    siteName: siteName(shell, page.language),
    styles: pageStyles(request.releases, page.slots, shell.files),
    boot: bootFile(request.releases.shell, shell.files),
    icon: iconFile(request.releases.shell, shell.files),
    body,
    state: config.inlineState ? inlineState(state, islandKeys(page.slots), body.toString().length) : null,
  })
  return { html, isComplete: page.isComplete && failures.size === 0, status, failures }
}

const previewBar = (preview: PagePreview | undefined, language: string): Html | null =>
  preview ? renderPreviewBar({ preview, language, exitAction: PREVIEW_EXIT_PATH }) : null

const candidateBar = ({ pinned }: PageRequest, language: string): Html | null =>
  pinned && renderCandidateBar(pinned, language, CANDIDATE_PATH)

/** The page's own menu; without one, the menu that pages in this language had last: it is better than none. */
function navigationOf(
  page: ComposedPage,
  { navigation }: HostState,
  { lastMenus }: ShellContext,
): Node | null {
  if (!navigation.root) return lastMenus.get(page.language)
  if (page.responseClass === 'public') lastMenus.keep(page.language, navigation.root)
  return navigation.root
}

/** A page that failed has no title of its own that says so. */
const headOf = (page: ComposedPage, status: number): PageHead =>
  isFailure(page, status) ? { ...page.head, title: messages(page.language).errorTitle } : page.head

/** Whether the page says that something went wrong. What the platform has refused is no missing page, but for a 404. */
const isFailure = ({ error }: ComposedPage, status: number): boolean =>
  status >= 500 || (error !== null && status !== 404)

const isHome = ({ status }: ComposedPage, { place }: PageRequest): boolean =>
  status === 200 && place.rest === '/' && place.preview === null

const organisationOf = (shell: ShellContext, language: string): JsonObject =>
  organisation({
    name: siteName(shell, language),
    homePath: languagePrefix(language, shell.config.languages) || '/',
    ...(shell.site.contact && { contact: shell.site.contact }),
  })

const siteName = ({ config }: ShellContext, language: string): string =>
  config.siteName[language] ?? config.siteName[config.languages.primary] ?? ''

function mainMarkup(
  page: ComposedPage,
  status: number,
  request: PageRequest,
  { config }: ShellContext,
  main: Html | undefined,
): Html | undefined {
  const input = {
    language: page.language,
    pathPrefix: languagePrefix(page.language, config.languages),
    statusCode: status,
  }
  if (isFailure(page, status))
    return renderError({
      ...input,
      requestId: request.id,
      retryPath: `${request.target.path}${request.target.search}`,
    })
  if (main && page.slots.some(({ slot, remote }) => slot.id === 'main' && remote)) return main
  const { notFound } = page
  return renderNotFound({
    ...input,
    ...previewHint(request, page.language),
    ...(notFound && { content: { ...notFound, text: notFound.html === null ? null : raw(notFound.html) } }),
  })
}

/** Whoever has no right to drafts, and looks for one, is told how to get it. */
function previewHint({ place, preview, session, target }: PageRequest, language: string) {
  if (!place.preview || preview) return {}
  const words = messages(language)
  const path = `/account/login?redirect_uri=${encodeURIComponent(target.path)}`
  return { statusText: words.previewUnpublished, links: session ? [] : [{ label: words.signIn, path }] }
}

const islandKeys = (slots: readonly LoadedSlot[]): readonly string[] =>
  slots.flatMap(({ slot, remote }) => (slot.hydrate === 'never' ? [] : (remote?.manifest.stateKeys ?? [])))

interface RenderContext {
  readonly store: Store
  readonly bus: Bus
  readonly language: string
  readonly onFailure: (slot: PageSlot, error: AppError) => void
}

/** Markup of a page's slots by id, and how each came out. */
interface RenderedSlots {
  readonly markup: ReadonlyMap<string, Html>
  readonly outcomes: ReadonlyMap<string, SlotOutcome>
}

/** Render each slot once, the inner ones first, since their markup stands in the outer ones. */
export function renderSlots(loaded: readonly LoadedSlot[], context: RenderContext): RenderedSlots {
  const markup = new Map<string, Html>()
  const outcomes = new Map<string, SlotOutcome>()
  for (const item of loaded.toReversed()) {
    const inner = loaded.filter(({ slot }) => slot.parent === item.slot.id)
    const slotHtml = Object.fromEntries(inner.map(({ slot }) => [slot.id, String(markup.get(slot.id) ?? '')]))
    const rendered = renderSlot(item, slotHtml, context)
    outcomes.set(item.slot.id, rendered === null ? 'fallback' : 'rendered')
    markup.set(
      item.slot.id,
      rendered === null
        ? renderSlotFallback({ language: context.language, isMain: item.slot.id === 'main' })
        : raw(rendered),
    )
  }
  return { markup, outcomes }
}

function renderSlot(
  { slot, remote }: LoadedSlot,
  slotHtml: Record<string, string>,
  context: RenderContext,
): string | null {
  if (!remote) return null
  try {
    return remote.render({
      slotId: slot.id,
      view: slot.view,
      props: slot.props,
      store: context.store,
      bus: context.bus,
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

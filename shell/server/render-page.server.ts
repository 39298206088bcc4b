import type { Node } from '@tessera/shared/content'
import type { AppError, Bus, JsonObject, PageHead, PagePreview } from '@tessera/shared/contract'
import { inlineState } from '../domain/serialised-state.ts'
import { organisation } from '../domain/organisation.ts'
import { languagePrefix } from '../domain/page-language.ts'
import { messages } from '../messages.ts'
import { PREVIEW_EXIT_PATH } from '../preview/preview-paths.ts'
import { CANDIDATE_PATH } from '../inspection/candidate-path.ts'
import { renderCandidateBar } from '../ui/candidate-bar.ts'
import { renderFrame } from '../ui/frame.ts'
import { raw, type Html } from '../ui/html.ts'
import { renderError, renderNotFound } from '../ui/page-outcome.ts'
import { feedLinks } from '../site/site-basics.ts'
import { renderPreviewBar } from '../ui/preview-bar.ts'
import { bootFile, iconFile, pageStyles } from './assets.server.ts'
import type { ComposedPage } from './finish-page.server.ts'
import { renderDocument } from './document.server.ts'
import type { LoadedSlot } from './load-slots.server.ts'
import { renderSlots, slotElement } from './render-slots.server.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'
import type { HostState } from '@tessera/shared/contract'

/** The HTML of a composed page, and whether each of its slots could be rendered. */
export interface RenderedPage {
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError, PageSlot, RouteState } from '@tessera/shared/contract'
import { createBus, createStore, signInFinished } from '@tessera/shared/store'
import { directionOf, parsePath, readRequestTarget, redirectPath } from '../../http/paths.ts'
import { routeState } from '../../page/route.ts'
import { messagesFor } from '../../messages/index.ts'
import { hostSlices, pageComposed, routeResolved } from '../../state/host-slices.ts'
import { html } from '../../document/html.ts'
import { pageStyles, type FileRules } from '../../document/document.server.ts'
import { loadSlots, remotesOf } from '../../page/load-slots.server.ts'
import { createPage, visitorLeft, type PageSources } from '../../page/create-page.server.ts'
import type { Page, PageEvents, PageStaff } from '../../page/page.ts'
import { renderInMacrotask, renderSlots, slotElement, type RenderParts } from '../../page/render.server.ts'
import type { Sessions } from './session.ts'

/** The slot of the page frame with the account menu. */
const USER_SLOT = 'header-user'

/** The dependencies of the route. */
interface UserMenuOptions extends PageSources, Pick<PageEvents, 'onSlotFailure'>, Pick<RenderParts, 'guard'> {
  readonly sessions: Pick<Sessions, 'read'>
  readonly releasesFor: PageStaff['releasesFor']
  readonly files: FileRules
  readonly sanitise: (html: string) => string
  readonly slotDeadlineMs: number
}

/**
 * `GET /api/session/menu?path=…`: the header's account menu for the requesting visitor, as markup. The browser inserts it into a page
 * from a public cache when it detects that a user is signed in, without a framework. Source: reference security 1.3.
 */
export function userMenuRoute(app: FastifyInstance, options: UserMenuOptions): void {
  app.get<{ Querystring: { readonly path?: unknown } }>('/api/session/menu', async (request, reply) => {
    const html = await renderUserMenu(request.query.path, request, reply, options)
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'surrogate-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

async function renderUserMenu(
  asked: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: UserMenuOptions,
): Promise<string> {
  const session = await options.sessions.read(request)
  // Nobody is redirected there: of an address that is too long, its path still gives the menu its language.
  const target = readRequestTarget(redirectPath(asked) ?? redirectPath(String(asked).split('?')[0]) ?? '/')
  const parsedPath = parsePath(target.path, options.config.languages)
  const page = createPage(
    {
      request,
      signal: AbortSignal.any([visitorLeft(reply), AbortSignal.timeout(options.slotDeadlineMs)]),
      target,
      parsedPath,
      session,
      view: { versionStatus: 'published', preview: null },
      visible: await options.releasesFor(session, request),
    },
    options,
  )
  return renderSlotFor(page, options)
}

async function renderSlotFor(page: Page, options: UserMenuOptions): Promise<string> {
  const { session, releases } = page
  const { language } = page.parsedPath
  const { languages } = options.config
  const route = routeOf(page, options.config)
  const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
  const onFailure = (slot: PageSlot, error: AppError) => options.onSlotFailure(page, slot, error)
  store.dispatch(routeResolved(route))
  if (session) store.dispatch(signInFinished({ user: session.user, credentials: session.credentials }))
  const wanted = releases.table.frameSlots.filter(({ id }) => id === USER_SLOT)
  const slots = wanted.map((slot) => ({ ...slot, props: {} }))
  const head = {
    title: '',
    description: '',
    language,
    dir: directionOf(language),
    canonicalPath: null,
    alternates: [],
  }
  store.dispatch(pageComposed({ head, slots, releases: {} }))
  const loaded = await loadSlots(slots, {
    releases,
    store,
    route,
    language,
    primaryLanguage: languages.primary,
    query: page.target.query,
    client: page.client,
    origin: options.config.publicUrl,
    sanitise: options.sanitise,
    signal: page.signal,
    deadlineMs: options.slotDeadlineMs,
    onFailure,
  })
  const context = { store, bus: createBus(), messages: messagesFor(language, languages.primary), onFailure }
  const markup = await renderInMacrotask(
    options.guard,
    (attempt) => renderSlots(loaded, { ...context, attempt }),
    onFailure,
  )
  store.dispose()
  const styles = pageStyles(releases, remotesOf(loaded), options.files)
  // With the style sheets of its release: the page may have been rendered by an older release.
  return String(
    html`${styles.map(({ href }) => html`<link rel="stylesheet" href="${href}">`)}${slotElement(USER_SLOT, markup.get(USER_SLOT))}`,
  )
}

const routeOf = ({ target, hostname }: Page, { projects }: PageSources['config']): RouteState => ({
  ...routeState({
    path: target.path,
    location: { pathname: target.path, search: target.search, hash: '' },
    hostname,
    project: projects[0].id,
  }),
  surrogateKeys: [],
  apiCalls: [],
})

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformClient } from '@tessera/shared/io'
import type { RouteState } from '@tessera/shared/contract'
import { createBus, createStore, signInFinished } from '@tessera/shared/store'
import { directionOf, placeOfPath } from '../../http/path-language.ts'
import { readRequestTarget } from '../../http/request-target.ts'
import { routeState } from '../../page/route-state.ts'
import { safeReturnPath } from '../../http/safe-return-path.ts'
import { hostSlices, pageComposed, routeResolved } from '../../state/host-slices.ts'
import { html } from '../../document/html.ts'
import { pageStyles } from '../../document/assets.server.ts'
import { loadSlots } from '../../page/load-slots.server.ts'
import { createPageRequest, visitorLeft } from '../../page/page-request.server.ts'
import { renderSlots, slotElement } from '../../page/render-page.server.ts'
import type { PageRequest, ShellContext } from '../../page/shell-context.server.ts'

/** The slot of the frame that says who is signed in. */
const USER_SLOT = 'header-user'

/** What the route works with. */
interface UserSlotParts {
  readonly shell: ShellContext
  readonly platformClient: PlatformClient
}

/**
 * `GET /api/session/menu?path=…`: the header's account menu for whoever asks, as markup. A page that a cache had for everybody
 * gets it when the browser notices that somebody is signed in, without a framework. Source: reference security 1.3.
 */
export function userSlotRoute(app: FastifyInstance, parts: UserSlotParts): void {
  app.get<{ Querystring: { readonly path?: unknown } }>('/api/session/menu', async (request, reply) => {
    const html = await renderUserSlot(request.query.path, request, reply, parts)
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

async function renderUserSlot(
  asked: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { shell, platformClient }: UserSlotParts,
): Promise<string> {
  const session = await shell.sessions.read(request)
  const target = readRequestTarget(safeReturnPath(asked) ?? '/')
  const place = placeOfPath(target.path, shell.config.languages)
  const page = createPageRequest({
    request,
    signal: AbortSignal.any([visitorLeft(reply), AbortSignal.timeout(shell.slotDeadlineMs)]),
    target,
    place,
    shell,
    platformClient,
    session,
    view: { versionStatus: 'published', preview: null },
    visible: await shell.staff.releasesFor(session, request.headers.cookie),
  })
  return renderSlotFor(page, shell)
}

async function renderSlotFor(page: PageRequest, shell: ShellContext): Promise<string> {
  const { language } = page.place
  const route = routeOf(page, shell)
  const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
  const onFailure = (
    slot: Parameters<ShellContext['onSlotFailure']>[1],
    error: Parameters<ShellContext['onSlotFailure']>[2],
  ) => shell.onSlotFailure(page, slot, error)
  store.dispatch(routeResolved(route))
  if (page.session)
    store.dispatch(signInFinished({ user: page.session.user, credentials: page.session.credentials }))
  const wanted = page.releases.table.frameSlots.filter(({ id }) => id === USER_SLOT)
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
    releases: page.releases,
    store,
    route,
    language,
    query: page.target.query,
    client: page.client,
    sanitise: shell.sanitise,
    signal: page.signal,
    deadlineMs: shell.slotDeadlineMs,
    onFailure,
  })
  const { markup } = renderSlots(loaded, { store, bus: createBus(), language, onFailure })
  store.dispose()
  const styles = pageStyles(page.releases, loaded, shell.files)
  // With the style sheets of its release: the page that it goes into may have been made by an older one.
  return String(
    html`${styles.map(({ href }) => html`<link rel="stylesheet" href="${href}">`)}${slotElement(USER_SLOT, markup.get(USER_SLOT))}`,
  )
}

const routeOf = ({ target, hostname }: PageRequest, { config }: ShellContext): RouteState => ({
  ...routeState({
    path: target.path,
    location: { pathname: target.path, search: target.search, hash: '' },
    hostname,
    project: config.projects[0].id,
  }),
  surrogateKeys: [],
  apiCalls: [],
})

import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '@tessera/shared/config'
import { toAppError, type MapInput, type JsonObject, type RemoteName } from '@tessera/shared/contract'
import type { Entry } from '@tessera/shared/content'
import { raceDeadline } from '@tessera/shared/io'
import type { ResponseClass } from '../http/caching-headers.ts'
import { pageLanguage } from '../http/paths.ts'
import { matchRoute } from '../releases/routing-table.ts'
import { visitorOf } from './create-page.server.ts'
import { createSiteTrees, loadTrees, type RequestTrees, type SiteTrees } from './navigation-trees.server.ts'
import type { Navigation, Page, PageAlerts, PageEvents, PageStaff, ResolvedPage, SiteAlerts } from './page.ts'
import { resolveRoute, staticPaths } from './resolve-route.ts'
import type { KnownTypes, RouteFacts, RouteIo, RouteRequest } from './route.ts'
import { pageError } from '../errors.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'

/** Where a visitor without access is redirected. */
export interface AccessRedirect {
  readonly type: 'redirect'
  readonly to: 'sign-in' | 'access-denied'
}

/** Dependencies of resolving. */
export interface ResolveParts extends Pick<PageEvents, 'onSiteFailure'> {
  /** Null for a site without alerts. */
  readonly alerts: PageAlerts | null
  readonly config: Pick<SiteConfig, 'languages' | 'limits' | 'projects'>
  readonly isStaff: PageStaff['isStaff']
  readonly sanitise: MapInput['sanitise']
}

/** Paths whose content type is remembered. */
const KNOWN_TYPES = 10_000

/** The first stage of a page: resolves its path to content, or to a redirect for sign-in. Nothing is rendered here. */
export function createResolver({ config, isStaff, sanitise, alerts, onSiteFailure }: ResolveParts) {
  const { languages, limits, projects } = config
  const knownTypes = createKnownTypes({ max: KNOWN_TYPES, freshMs: limits.freshMs })
  const mapEntry = createEntryMapper(sanitise, limits.requestDeadlineMs)
  const trees = createSiteTrees()

  return async (page: Page): Promise<ResolvedPage | AccessRedirect> => {
    const { target, parsedPath, releases, client, memberClient } = page
    const matched = parsedPath.preview ? null : matchRoute(releases.table.staticRoutes, parsedPath.rest)
    const routeLanguage = matched?.route.language
    const language = routeLanguage ?? parsedPath.language
    const { outcome, tree, pathOfEntry } = loadTrees(page, { config, trees }, language)
    const shownAlerts = loadAlerts(page, language, { alerts, onSiteFailure })
    const { route, settings } = await resolveOrMissing(
      {
        ...parsedPath,
        path: target.path,
        language,
        supportedLanguages: languages.supported,
        visitor: visitorOf(page.session, isStaff),
        matched,
        isPreviewed: page.preview !== null,
        facts: {
          ...urlFactsOf(page, projects[0].id),
          ...(matched && staticPaths(matched, parsedPath.language, languages)),
        },
      },
      {
        client,
        memberClient,
        table: releases.table,
        knownTypes,
        tree,
        pathOfEntry,
        mapEntry: (mapping, input) => mapEntry(releases, mapping, input),
      },
    )
    if (route.type === 'sign-in' || route.type === 'access-denied')
      return { type: 'redirect', to: route.type }
    if (route.type === 'not-found' && isAnonymousPreview(page)) return { type: 'redirect', to: 'sign-in' }
    return {
      ...page,
      type: 'resolved',
      route,
      language: pageLanguage({
        entry: route.facts.entry?.sys.language,
        node: route.facts.node?.language,
        route: routeLanguage,
        path: language,
      }),
      responseClass: classOf(page, route, settings?.private === true),
      needsLogin: Boolean(settings?.requireLogin),
      navigation: navigationOf(route, outcome, trees),
      alerts: shownAlerts,
    }
  }
}

/** Resolves a request; a path where nothing is found may be a route of a remote whose release could not be loaded. */
async function resolveOrMissing(request: RouteRequest, io: RouteIo) {
  const found = await resolveRoute(request, io)
  const isUnknown = found.type === 'not-found' && !request.preview
  const matched = isUnknown ? matchRoute(io.table.missingRoutes, request.rest) : null
  if (!matched) return { route: found, settings: request.matched?.route }
  return { route: await resolveRoute({ ...request, matched }, io), settings: matched.route }
}

/** A page whose alerts fail to load is shown without them. */
const loadAlerts = async (
  page: Page,
  language: string,
  { alerts, onSiteFailure }: Pick<ResolveParts, 'alerts' | 'onSiteFailure'>,
): Promise<SiteAlerts> => {
  if (!alerts) return NO_ALERTS
  try {
    return await alerts.load(page, language)
  } catch (thrown) {
    onSiteFailure(page, thrown)
    return { ...NO_ALERTS, hasFailed: true }
  }
}

const NO_ALERTS: SiteAlerts = { key: '', validUntil: Infinity, render: () => [] }

/** A visitor who is not signed in must not learn whether a draft exists. */
const isAnonymousPreview = ({ parsedPath, preview, session }: Page): boolean =>
  parsedPath.preview !== null && !preview && !session

/** Protected and private pages are not cached. Source: reference security 4.2. */
function classOf(
  { parsedPath, preview }: Page,
  { auth }: ResolvedPage['route'],
  isPrivate: boolean,
): ResponseClass {
  if (parsedPath.preview || preview) return 'preview'
  if (isPrivate) return 'account'
  return auth === 'member' ? 'member' : 'public'
}

/** The tree with the page's own options, or else the menu's tree. */
async function navigationOf(
  route: ResolvedPage['route'],
  outcome: RequestTrees['outcome'],
  trees: SiteTrees,
): Promise<Navigation> {
  const own = (route.type === 'page' ? route.ownTree : null) ?? null
  const found = await outcome
  if ('root' in found) return { root: own ?? trees.menuOf(found.root), error: null }
  return { root: own, error: found.error }
}

const urlFactsOf = (
  { target, hostname }: Page,
  project: string,
): Pick<RouteFacts, 'path' | 'location' | 'hostname' | 'project'> => ({
  path: target.path,
  location: { pathname: target.path, search: target.search, hash: '' },
  hostname,
  project,
})

/** How many paths are remembered, and how long a cached answer of the platform is fresh. */
interface KnownTypesOptions {
  readonly max: number
  readonly freshMs: number
  /** In milliseconds; only differences count. */
  readonly now?: () => number
}

interface Known {
  readonly contentTypeId: string
  readonly since: number
}

/**
 * The content type that each path has shown. `get` gives it only when the answer that it came from is no longer fresh: until then
 * the same call is answered from the cache, and a narrower one would have to go to the platform.
 */
export function createKnownTypes({
  max,
  freshMs,
  now = () => performance.now(),
}: KnownTypesOptions): KnownTypes {
  const types = new LRUCache<string, Known>({ max })
  return {
    get(path) {
      const known = types.get(path)
      return known && now() - known.since >= freshMs ? known.contentTypeId : undefined
    },
    set(path, contentTypeId) {
      if (types.peek(path)?.contentTypeId !== contentTypeId) types.set(path, { contentTypeId, since: now() })
    },
  }
}

type MadeModel = { readonly model: Promise<JsonObject>; readonly readsRelatives: boolean }

/** Maps entries to the models that remotes show. */
type EntryMapper = (
  releases: ReleaseSnapshot,
  mapping: { readonly remote: RemoteName; readonly entryMapper?: string },
  input: Omit<MapInput, 'sanitise'>,
) => Promise<JsonObject | null>

/**
 * Maps an entry with the mapper that its mapping names; null when it names none. An entry from the answer cache is always the
 * same object, so its model is made once, unless its mapper reads the relatives: those are cached for a time of their own.
 * @throws AppError page/remote-missing, page/render-failed, page/deadline
 */
export function createEntryMapper(sanitise: MapInput['sanitise'], deadlineMs: number): EntryMapper {
  /** Models of entries that are still referenced, by entry and by the mapper that makes them, which may have asked for relatives. */
  const mapped = new WeakMap<Entry, Map<string, MadeModel>>()
  return async (releases, { remote: name, entryMapper }, input) => {
    if (!entryMapper) return null
    const live = releases.remotes.get(name)
    if (!live) throw pageError('page/remote-missing', { details: { remote: name } })
    const mapper = live.remote.entryMappers?.[entryMapper]
    if (!mapper)
      throw pageError('page/render-failed', {
        details: { remote: name, entryMapper, reason: 'no such mapper' },
      })

    const models = mapped.get(input.entry) ?? new Map<string, MadeModel>()
    mapped.set(input.entry, models)
    const key = `${name} ${live.release.version} ${entryMapper} ${input.language} ${input.node?.path ?? ''}`
    const make = (): MadeModel => {
      const made = { readsRelatives: false, model: Promise.resolve<JsonObject>({}) }
      const relatives = () => {
        made.readsRelatives = true
        if (models.get(key) === made) models.delete(key)
        return input.relatives()
      }
      models.set(key, made)
      made.model = raceDeadline(deadlineMs, (async () => mapper({ ...input, sanitise, relatives }))(), () => {
        throw pageError('page/deadline', { details: { what: entryMapper, deadlineMs } })
      })
      return made
    }
    const shared = models.get(key)
    // A mapper may ask for relatives while it runs. Each visitor may see others, so nobody else gets what is made of them.
    if (shared) await shared.model.catch(() => undefined)
    const made = shared && !shared.readsRelatives ? shared : make()
    try {
      return await made.model
    } catch (cause) {
      if (models.get(key) === made) models.delete(key)
      if (toAppError(cause).code === 'page/deadline') throw cause
      throw pageError('page/render-failed', { cause, details: { remote: name, entryMapper } })
    }
  }
}

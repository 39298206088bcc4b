import type { Canary, NamedApps, Scheduled } from '../../shell/release-document/release-document.server.ts'
import { earlierOf, keepEarlier, replaceLive } from './keep-earlier.ts'
import { changeDocument, type ChangeNote, type DocumentContent } from './change-document.ts'
import type { Signer } from './signer.ts'

/** The reason, and the signer; the functions add the action. */
type Note = Omit<ChangeNote, 'action'>

interface MakeLiveOptions {
  readonly isAnew?: boolean
  /** The versions were live before: then a freeze does not forbid them. */
  readonly isBack?: boolean
}

/**
 * Change the release document so that the given versions are live. With `isAnew` versions that are live already are named again,
 * which lifts their quarantine.
 * @returns the apps of the document before
 * @throws Error when releases are frozen
 */
export async function makeLive(
  releases: string,
  versions: Readonly<Record<string, string>>,
  { isAnew = false, isBack = false, ...note }: Note & MakeLiveOptions = {},
): Promise<NamedApps> {
  const action = `${inWords(versions)} live${isBack ? ' again' : ''}`
  const before = await changeDocument(releases, { ...note, action }, (content) => {
    if (!isBack) refuseFrozen(content, note.signer)
    const apps = { ...content.apps }
    for (const [app, version] of Object.entries(versions)) {
      const current = apps[app]
      if (current?.live === version && !isAnew) continue
      apps[app] = replaceLive(current, version, isBack)
    }
    return { ...content, apps }
  })
  return before.apps
}

const inWords = (versions: Readonly<Record<string, string>>): string =>
  Object.entries(versions)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ')

/**
 * Restore the entries of apps to their state before these versions went live, in one change. An app for which the document names
 * another version now is not changed.
 */
export async function putBack(
  releases: string,
  versions: Readonly<Record<string, string>>,
  before: NamedApps,
  note: Note,
): Promise<void> {
  await changeDocument(releases, { ...note, action: `${inWords(versions)} taken back` }, (content) => {
    const changed = Object.keys(versions).filter((app) => content.apps[app]?.live === versions[app])
    const kept = Object.entries(content.apps).filter(([app]) => !changed.includes(app))
    const entries = Object.entries(before).filter(([app]) => changed.includes(app))
    return changed.length === 0 ? content : { ...content, apps: Object.fromEntries([...kept, ...entries]) }
  })
}

/**
 * Name a release that staff may try before it goes live; the newest comes first.
 * @throws Error when the app has no live release, or this is the live one.
 */
export async function nameCandidate(
  releases: string,
  app: string,
  version: string,
  note: Note,
): Promise<void> {
  await changeDocument(releases, { ...note, action: `${app} ${version} a candidate` }, (content) => {
    refuseFrozen(content, note.signer)
    const { entry, candidates } = asCandidate(content, app, version)
    const next = keepEarlier({ ...entry, candidates }, [version])
    return { ...content, apps: { ...content.apps, [app]: next } }
  })
}

/** The entry of an app, and its candidates with a version first. @throws Error when it has no live release, or this is it */
function asCandidate({ apps }: DocumentContent, app: string, version: string) {
  const entry = apps[app]
  if (!entry) throw new Error(`${app} has no live release yet; make one live first`)
  if (entry.live === version) throw new Error(`${app} ${version} is live already`)
  return { entry, candidates: [version, ...entry.candidates.filter((one) => one !== version)] }
}

/**
 * Show a release to some visitors instead of the live one. Naming a canary again starts it again: its counts and a halt are reset.
 * @returns the apps of the document before
 * @throws Error when the app has no live release, this is the live one, or releases are frozen
 */
export async function nameCanary(
  releases: string,
  app: string,
  { version, percent, bar }: Omit<Canary, 'since'>,
  note: Note = {},
): Promise<NamedApps> {
  const action = `${app} ${version} a canary for ${percent} %`
  const before = await changeDocument(releases, { ...note, action }, (content) => {
    refuseFrozen(content, note.signer)
    if (!content.apps[app] || app === 'shell')
      throw new Error(`${app} has no live release that others could go on to see`)
    // It becomes a candidate too, so that shells without support for canaries, and pages that stay open after its end, have its files.
    const { entry, candidates } = asCandidate(content, app, version)
    const canary = { version, percent, bar, since: new Date().toISOString() }
    const next = keepEarlier({ ...entry, candidates, canary }, [version, entry.canary?.version])
    return { ...content, apps: { ...content.apps, [app]: next } }
  })
  return before.apps
}

/**
 * End the canary of an app; it stays a candidate.
 * @returns its version
 * @throws Error when there is none, or another one than `version`
 */
export async function endCanary(
  releases: string,
  app: string,
  { version, ...note }: Note & { readonly version?: string },
): Promise<string> {
  let ended = ''
  await changeDocument(releases, { ...note, action: `canary of ${app} halted` }, (content) => {
    const { canary, ...entry } = content.apps[app] ?? noCanary(app)
    if (!canary || (version !== undefined && canary.version !== version)) return noCanary(app)
    ended = canary.version
    return { ...content, apps: { ...content.apps, [app]: keepEarlier(entry, [ended]) } }
  })
  return ended
}

function noCanary(app: string): never {
  throw new Error(`${app} has no canary`)
}

/**
 * Schedule a release; it replaces an earlier schedule of the app. Any other release of the app that goes live cancels it.
 * @throws Error when the app has no live release, this is the live one, or releases are frozen
 */
export async function schedule(
  releases: string,
  app: string,
  { version, at }: Pick<Scheduled, 'version' | 'at'>,
  note: Note,
): Promise<void> {
  const action = `${app} ${version} scheduled for ${at}`
  await changeDocument(releases, { ...note, action }, (content, { at: since, by, why }) => {
    refuseFrozen(content, note.signer)
    const { entry, candidates } = asCandidate(content, app, version)
    const scheduled = { version, at, since, by, why }
    const next = keepEarlier({ ...entry, candidates, scheduled }, [version, entry.scheduled?.version])
    return { ...content, apps: { ...content.apps, [app]: next } }
  })
}

/**
 * Cancel a scheduled release; it stays a candidate.
 * @throws Error when none is scheduled, or another one than `version`
 */
export async function unschedule(
  releases: string,
  app: string,
  { version, action, ...note }: Note & { readonly version?: string; readonly action?: string },
): Promise<void> {
  await changeDocument(releases, { ...note, action: action ?? `${app} no longer scheduled` }, (content) => {
    const { scheduled, ...entry } = content.apps[app] ?? {}
    if (!scheduled || (version !== undefined && scheduled.version !== version))
      throw new Error(`${app}${version === undefined ? '' : ` ${version}`} is not scheduled`)
    return { ...content, apps: { ...content.apps, [app]: entry as NamedApps[string] } }
  })
}

/** Freeze releases: nothing new goes live from now on. @throws Error when they are frozen already, which says by whom and why */
export async function freeze(releases: string, note: Note & { readonly why: string }): Promise<void> {
  await changeDocument(releases, { ...note, action: 'releases frozen' }, (content, { at, by, why }) => {
    refuseFrozen(content, note.signer)
    return { ...content, frozen: { at, by, why } }
  })
}

/** End a freeze. @throws Error when there is none */
export async function unfreeze(releases: string, note: Note): Promise<void> {
  await changeDocument(releases, { ...note, action: 'releases no longer frozen' }, (before) => {
    const { frozen, ...content } = before
    if (!frozen) throw new Error('Releases are not frozen.')
    return content
  })
}

/** @throws Error that says since when, by whom and why releases are frozen */
export function refuseFrozen(
  { frozen }: Pick<DocumentContent, 'frozen'>,
  { isTeam = false }: Pick<Signer, 'isTeam'> = {},
): void {
  if (!frozen) return
  const end = isTeam ? 'Whoever runs the site ends it.' : '`npm run release -- unfreeze` ends it.'
  throw new Error(`Releases are frozen since ${frozen.at} by ${frozen.by}: ${frozen.why}. ${end}`)
}

/**
 * Replace the live version of an app by the one before it, which nobody went back from.
 * @returns that version, and the apps of the document before
 * @throws Error when there is none
 */
export async function rollBack(
  releases: string,
  app: string,
  note: Note,
): Promise<{ readonly version: string; readonly before: NamedApps }> {
  let back = ''
  const before = await changeDocument(
    releases,
    { ...note, action: `${app} back to the release before` },
    (content) => {
      const entry = content.apps[app]
      const version = entry && earlierOf(entry)[0]
      if (!version) throw new Error(`${app} has no earlier release to go back to`)
      back = version
      return { ...content, apps: { ...content.apps, [app]: replaceLive(entry, version, true) } }
    },
  )
  return { version: back, before: before.apps }
}

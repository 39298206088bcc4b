import {
  toAppError,
  type AppError,
  type Bus,
  type PageRelease,
  type PageState,
  type RemoteName,
} from '@tessera/shared/contract'
import { clientError } from './errors.ts'
import type { FederationHost, LoadedRemote } from './federation-host.client.ts'

/** A remote that failed is not tried again before this time is over. Source: reference federation 6.2. */
const RETRY_AFTER_MS = 15_000

/** The remotes of the open document: each in one version, loaded once. */
export interface Remotes {
  /** @throws AppError client/remote-failed-lately, client/other-version, client/remote-broken */
  load(name: RemoteName, release: PageRelease | undefined): Promise<LoadedRemote>
  /** Allow this remote to be loaded again at once, however recently it failed. */
  forgetFailure(name: RemoteName): void
  /** Whether a page rendered by these releases can be shown with the remotes that are loaded already. */
  fits(releases: Readonly<Record<string, PageRelease>>): boolean
}

/** `onLoaded` is called once for each remote, before it can be mounted. */
export function createRemotes(
  host: FederationHost,
  onLoaded: (name: RemoteName, remote: LoadedRemote) => void,
  now: () => number = Date.now,
): Remotes {
  const loading = new Map<string, { readonly version: string; readonly remote: Promise<LoadedRemote> }>()
  const failures = new Map<string, { readonly at: number; readonly error: AppError }>()

  const start = async (name: RemoteName, release: PageRelease): Promise<LoadedRemote> => {
    try {
      const remote = await host.load(name, release)
      onLoaded(name, remote)
      return remote
    } catch (thrown) {
      const error = toAppError(thrown)
      failures.set(name, { at: now(), error })
      loading.delete(name)
      throw error
    }
  }
  return {
    async load(name, release) {
      const failed = failures.get(name)
      if (failed && now() - failed.at < RETRY_AFTER_MS)
        throw clientError('client/remote-failed-lately', { cause: failed.error, details: { name } })
      const known = loading.get(name)
      // A store can have only one copy of a remote's slice and epics.
      if (known && release && known.version !== release.version)
        throw clientError('client/other-version', { details: { name } })
      if (known) return known.remote
      if (!release) throw clientError('client/remote-unknown', { details: { name } })
      const remote = start(name, release)
      loading.set(name, { version: release.version, remote })
      return remote
    },
    forgetFailure: (name) => void failures.delete(name),
    fits: (releases) =>
      [...loading].every(([name, { version }]) => !releases[name] || releases[name].version === version),
  }
}

/**
 * Emit `release.quarantined` for releases that rendered the page on the screen and are in quarantine by the state of the next page.
 * If their code is loaded, a full load follows: the event is then the last one in this document.
 */
export function emitQuarantined(
  shown: Pick<PageState, 'releases'>,
  next: Pick<PageState, 'releases'>,
  bus: Bus,
): void {
  for (const [name, { version: live, quarantined }] of Object.entries(next.releases)) {
    const version = shown.releases[name]?.version
    if (version !== undefined && quarantined?.includes(version))
      bus.emit('release.quarantined', { remote: name as RemoteName, version, live })
  }
}

import type { InspectedRelease, InspectedValue } from '@tessera/shared/contract'
import type { LiveRelease, LiveReleases, ReleaseSnapshot } from '../releases/live-releases.server.ts'

/** Every app of the site, the shell first, each with what is live and what became of its last release. */
export function inspectReleases(
  releases: LiveReleases,
  pinned: { readonly app: string; readonly version: string } | null,
): readonly InspectedRelease[] {
  const { shell, remotes }: ReleaseSnapshot = releases.snapshot()
  return [shell, ...remotes.values()].map((live) => inspectRelease(live, releases, pinned))
}

function inspectRelease(
  { release, liveSince }: LiveRelease,
  releases: LiveReleases,
  pinned: { readonly app: string; readonly version: string } | null,
): InspectedRelease {
  const { app, version, contract, commit, built, owner } = release
  const failure = releases.failures().get(app)
  return {
    app,
    version,
    contract,
    commit,
    built,
    owner,
    liveSince,
    hashes: entryHashes(release.files),
    lastFailure: failure
      ? {
          version: failure.version,
          code: failure.error?.code ?? '',
          message: failure.error?.message ?? '',
        }
      : null,
    candidates: releases.candidates(app),
    pinned: pinned?.app === app ? pinned.version : null,
  }
}

/** Files that everything else of a release is reached from; for the shell its boot script. */
const ENTRY = /^(web|node)\/(remoteEntry|boot\.[^/]*)\.?js$/

const entryHashes = (files: LiveRelease['release']['files']): readonly InspectedValue[] =>
  Object.entries(files)
    .filter(([name]) => ENTRY.test(name))
    .map(([name, { integrity }]) => ({ name, value: integrity }))

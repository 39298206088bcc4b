import path from 'node:path'
import { toAppError, type Manifest, type RemoteName } from '@tessera/shared/contract'
import type { NamedApps } from '../../shell/release-document/release-document.server.ts'
import { describeUngranted, findUngranted } from '../../shell/release-document/trust.server.ts'
import { brokenReads } from '../../shell/guard/guard-state.server.ts'
import type { RenderedFixture } from '../../shell/guard/render-fixture.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import {
  claimsOf,
  embedsOf,
  findCollisions,
  type Claiming,
} from '../../shell/releases/check-candidate.server.ts'
import { RELEASE_FILE, type Release } from '../../shell/releases/release-store.server.ts'
import { reasonsOf } from '../../shell/reports/shell-report.server.ts'
import { checkBuiltStyles } from './check-built-styles.ts'
import { optionsFor } from './grant-options.ts'
import { checkBytes } from './check-bytes.ts'
import { readDocument } from './change-document.ts'
import { releasedFiles } from './pack-release.ts'
import { ReleaseRefused } from './release-refused.ts'
import { tryBuild } from './try-build.ts'

/** A build to check before its release. */
export interface GateQuestion {
  readonly app: string
  /** Folder with `web` and `node`. */
  readonly folder: string
  /** The release store whose live remotes the build is checked against; null for none. */
  readonly releases: string | null
  readonly deadlineMs?: number
}

/**
 * The release gate: passes a build that is within the size limits, styles its own markup only, passes its trial, renders
 * accessible markup, and is compatible with the live remotes.
 * @returns its manifest
 * @throws ReleaseRefused
 */
export async function passGate({ app, folder, releases, deadlineMs }: GateQuestion): Promise<Manifest> {
  checkBytes(folder)
  try {
    checkBuiltStyles(app, path.join(folder, 'web'))
  } catch (error) {
    const [why = '', ...reasons] = (error as Error).message.split('\n')
    throw new ReleaseRefused({
      why: `${why.replace(/:$/, '')}.`,
      reasons,
      todo: ADVICE['release/styles-not-scoped'],
    })
  }
  const { manifest, rendered } = await tryBuild({ app, folder }, deadlineMs).catch((error: unknown) => {
    throw refusalOf(error)
  })
  await checkMarkup(rendered)
  const embeds = embedsOf(releasedFiles(folder))
  if (releases !== null) await checkBesideLive({ ...manifest, embeds }, releases)
  return manifest
}

/** @throws ReleaseRefused that says which view is not accessible, by which rule and with which element */
async function checkMarkup(rendered: readonly RenderedFixture[]): Promise<void> {
  // Imported here, because loading it takes half a second, and shells load modules that import this file.
  const { markupProblems } = await import('./check-markup.ts')
  const reasons = await markupProblems(rendered)
  if (reasons.length > 0)
    throw new ReleaseRefused({
      why: 'The markup of its fixtures is not accessible.',
      reasons,
      todo: 'Mend the elements that are named: https://dequeuniversity.com/rules/axe/ says of each rule how.',
    })
}

/**
 * Compare the claims of a build with the grants of its remote, and with the live remotes.
 * @throws ReleaseRefused naming each remote with its version
 */
async function checkBesideLive(manifest: Claiming, releases: string): Promise<void> {
  const { apps, trust } = await readDocument(releases)
  const beyond = findUngranted(claimsOf(manifest), trust?.remotes[manifest.name]?.grants)
  if (beyond.length > 0)
    throw new ReleaseRefused({
      why: 'It claims what it is not granted.',
      reasons: describeUngranted(beyond),
      todo: `Claim less; or have whoever runs the site grant it: \`npm run keys -- grant ${manifest.name} ${optionsFor(beyond)}\`.`,
    })
  const live = await liveManifests(releases, apps)
  const others = [...live.values()].filter(({ manifest: { name } }) => name !== manifest.name)
  const reasons = [
    ...findCollisions(
      manifest,
      others.map((one) => one.manifest),
    ),
    ...(manifest.placedViews ?? []).flatMap(({ remote, view }) => {
      const { nestedViews = [] } = live.get(remote)?.manifest ?? {}
      const isThere = remote === manifest.name || nestedViews.some((one) => one.view === view)
      return isThere ? [] : [`it places the view "${view}" of ${remote}, which no live release has`]
    }),
    ...Object.keys(manifest.readState ?? {}).flatMap((owner) =>
      brokenReads(manifest, owner as RemoteName, live.get(owner)?.manifest.sharedState),
    ),
  ]
  if (reasons.length === 0) return
  const named = others.filter(({ manifest: { name } }) => reasons.some((reason) => reason.includes(name)))
  throw new ReleaseRefused({
    why: 'It cannot live beside the remotes that are live now.',
    reasons: [...reasons, ...named.map(({ manifest: { name }, version }) => `live now: ${name} ${version}`)],
    todo: ADVICE['release/collision'],
  })
}

/** The manifests of a release store's live remotes, by name. */
async function liveManifests(
  releases: string,
  apps: NamedApps,
): Promise<ReadonlyMap<string, { readonly version: string; readonly manifest: Claiming }>> {
  const storage = releaseStorage(releases)
  const entries = Object.entries(apps).filter(([app]) => app !== 'shell')
  const found = await Promise.all(
    entries.map(async ([app, { live }]) => {
      const bytes = await storage.read(`${app}/${live}/${RELEASE_FILE}`)
      if (!bytes) throw new Error(`${app} ${live} is live, and it is not in ${storage.name}`)
      const { manifest, files } = JSON.parse(bytes.toString('utf8')) as Release
      const embeds = embedsOf(Object.keys(files))
      return manifest ? ([[app, { version: live, manifest: { ...manifest, embeds } }]] as const) : []
    }),
  )
  return new Map(found.flat())
}

/** A refusal for an error of the check that shells make too, with what to do about it. */
export function refusalOf(thrown: unknown): ReleaseRefused {
  if (thrown instanceof ReleaseRefused) return thrown
  const error = toAppError(thrown)
  const { cause } = error
  return new ReleaseRefused({
    why: `${error.message} (${error.code})`,
    reasons: reasonsOf(error),
    stack: typeof cause === 'string' ? cause : undefined,
    todo:
      (ADVICE as Readonly<Record<string, string>>)[error.code] ??
      'Mend what is said above, and release again.',
  })
}

const ADVICE = {
  'release/collision':
    'Claim something else; or let the other remote give it up first: a route moves when both are released, the giver first. A view that others place is kept until none of them does.',
  'release/contract-mismatch':
    'Build it for the contract that this site offers: the range is in its manifest.ts.',
  'release/manifest-invalid':
    'Make manifest.ts say what the remote is: its state keys, its views, its mappers, and a fixture for each view.',
  'release/fixture-failed':
    'Render the view of that fixture in a test of the remote, and mend what it throws.',
  'release/not-loadable': 'Its modules throw when they are evaluated: the stack says where.',
  'release/changes-globals':
    'Keep it in a module of the remote: a function in place of a polyfill, a variable of a module in place of a global one. Where a package does it, take one that does not.',
  'release/trial-failed':
    'At module level a remote begins nothing and keeps nothing: move it into load, render, an effect or an epic.',
  'release/styles-not-scoped': 'Begin each selector with a class of its own (CSS modules do).',
}

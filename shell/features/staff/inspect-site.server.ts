import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { InspectedValue, SiteInspection, InspectedRelease } from '@tessera/shared/contract'
import type { SiteConfig } from '@tessera/shared/config'
import type { PlatformStats } from '@tessera/shared/io'
import type { Candidate } from '../../page/page.ts'
import type { ProcessFacts } from '../../store/supervisor-link.server.ts'
import type { LiveReleases, LiveRelease, ReleaseSnapshot } from '../../releases/live-releases.server.ts'

/** The sources of an inspection. */
export interface InspectionSources {
  readonly config: SiteConfig
  /** Hosts that only authors can reach. */
  readonly previewHosts: readonly string[]
  readonly releases: LiveReleases
  readonly platformClient: { stats(): PlatformStats }
  readonly sitePackage: SitePackage
  /** `production`, or another mode of this process. */
  readonly mode: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  /** The supervisor's data about its processes; null where a single process serves the site. */
  readonly processes: () => ProcessFacts | null
}

/** The part of an inspection that depends on the request. */
type InspectionVisit = Pick<SiteInspection, 'lastPage' | 'shells' | 'control'> & {
  readonly candidate: Candidate | null
}

/** The running releases and the configuration of the site, with every secret masked. Source: specification 2, Version Information page. */
export function inspectSite(
  {
    config,
    previewHosts,
    releases,
    platformClient,
    sitePackage,
    mode,
    environment,
    now,
    processes,
  }: InspectionSources,
  { lastPage, candidate, shells = [], control }: InspectionVisit,
): SiteInspection {
  const { name, version, repository, platformPackages } = sitePackage
  return {
    takenAt: now().toISOString(),
    package: { name, version, repository },
    alias: config.alias,
    publicUrl: config.publicUrl,
    platformPackages,
    servers: serversOf(config, previewHosts),
    reverseProxyPaths: config.reverseProxyPaths,
    projects: config.projects,
    deliveryApi: deliverySettings(config),
    isDeliveryProxied: config.deliveryProxy,
    isInlineStateDisabled: !config.inlineState,
    mode,
    development: mode === 'production' ? [] : developmentVariables(environment),
    switches: switchesOf(config),
    platform: platformFacts(platformClient.stats()),
    ...processesOf(processes()),
    releases: inspectReleases(releases, candidate),
    shells,
    lastPage,
    ...(control && { control }),
  }
}

function platformFacts({ breaker: _, breakers, ...counts }: PlatformStats): readonly InspectedValue[] {
  const states = Object.entries(breakers).map(([need, state]) => [`breaker: ${need}`, state] as const)
  return [...states, ...Object.entries(counts)].map(([name, value]) => ({ name, value: String(value) }))
}

const serversOf = (
  { publicUrl, platform, servers }: SiteConfig,
  previewHosts: readonly string[],
): SiteInspection['servers'] => [
  { name: 'web', value: publicUrl },
  {
    name: 'preview',
    value: previewHosts.map((host) => `${new URL(publicUrl).protocol}//${host}`).join(', ') || null,
  },
  { name: 'api', value: platform.apiUrl },
  { name: 'cms', value: platform.cmsUrl },
  { name: 'iis', value: servers.iis },
  { name: 'iis preview', value: servers.iisPreview },
]

const deliverySettings = ({
  platform,
  projects,
  secrets,
  languages,
}: SiteConfig): readonly InspectedValue[] => [
  { name: 'rootUrl', value: platform.apiUrl },
  { name: 'projectId', value: projects[0].id },
  { name: 'defaultLanguage', value: languages.primary },
  { name: 'languages', value: languages.supported.join(', ') },
  { name: 'accessToken', value: maskSecret(secrets.accessToken) },
  { name: 'previewAccessToken', value: maskSecret(secrets.previewAccessToken) },
]

const switchesOf = ({
  trailingSlashStatus,
  limits,
  staffGroups,
  releaseGroups,
}: SiteConfig): readonly InspectedValue[] => [
  { name: 'trailingSlashStatus', value: String(trailingSlashStatus) },
  { name: 'staffGroups', value: staffGroups.join(', ') },
  { name: 'releaseGroups', value: releaseGroups.join(', ') },
  ...Object.entries(limits).map(([name, value]) => ({ name, value: String(value) })),
]

/** Allow-list of environment variables that are shown. */
const DEVELOPMENT_VARIABLES = ['NODE_ENV', 'NODE_OPTIONS', 'TZ', 'CI', 'COMMIT_REF', 'BUILD_NO'] as const

const developmentVariables = (environment: InspectionSources['environment']): readonly InspectedValue[] =>
  DEVELOPMENT_VARIABLES.flatMap((name) => {
    const value = environment[name]
    return value ? [{ name, value }] : []
  })

const processesOf = (facts: ProcessFacts | null): Pick<SiteInspection, 'processes'> =>
  facts === null
    ? {}
    : {
        processes: [
          { name: 'running', value: String(facts.running) },
          { name: 'restarts', value: String(facts.restarts) },
          ...facts.lastRestarts.map(({ at, reason }) => ({ name: at, value: reason })),
        ],
      }

/** All apps of the site, the shell first, each with its live release and the failure of its last one. */
function inspectReleases(releases: LiveReleases, candidate: Candidate | null): readonly InspectedRelease[] {
  const { shell, remotes }: ReleaseSnapshot = releases.snapshot()
  return [shell, ...remotes.values()].map((live) => inspectRelease(live, releases, candidate))
}

function inspectRelease(
  { release, liveSince }: LiveRelease,
  releases: LiveReleases,
  candidate: Candidate | null,
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
    pinned: candidate?.app === app ? candidate.version : null,
  }
}

/** Entry files of a release, from which all others are loaded: the shell's boot script, remote entries and embed scripts. */
const ENTRY = /^(web|node)\/(remoteEntry|boot\.[^/]*|embed\/(forms|search))\.?js$/

const entryHashes = (files: LiveRelease['release']['files']): readonly InspectedValue[] =>
  Object.entries(files)
    .filter(([name]) => ENTRY.test(name))
    .map(([name, { integrity }]) => ({ name, value: integrity }))

/** The display of a secret for staff: that it is set, and its last four characters unless it is short. Source: reference security 0. */
export const maskSecret = (secret: string | undefined): string =>
  !secret ? 'not set' : secret.length < 16 ? 'set' : `set, ends in ${secret.slice(-4)}`

const Names = v.optional(v.record(v.string(), v.string()), {})
const PackageSchema = v.object({
  name: v.optional(v.string(), ''),
  version: v.optional(v.string(), ''),
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
  dependencies: Names,
  devDependencies: Names,
})

/** The package data of the site. */
interface SitePackage {
  readonly name: string
  readonly version: string
  /** Web URL of its repository; null if its package names none. */
  readonly repository: string | null
  /** Packages of the platform that the site is built on, with their versions. */
  readonly platformPackages: readonly InspectedValue[]
}

const PLATFORM_PACKAGE = /contensis|zengenti/

/** The package data of the site at `root`, and the platform's packages that its workspaces use. */
export function readSitePackage(
  root: string,
  workspaces: readonly string[] = ['shared', 'shell'],
): SitePackage {
  const own = readPackage(path.join(root, 'package.json'))
  const all = [own, ...workspaces.map((folder) => readPackage(path.join(root, folder, 'package.json')))]
  const platform = new Map(
    all
      .flatMap(({ dependencies, devDependencies }) => [
        ...Object.entries(dependencies),
        ...Object.entries(devDependencies),
      ])
      .filter(([name]) => PLATFORM_PACKAGE.test(name)),
  )
  return {
    name: own.name,
    version: own.version,
    repository: repositoryAddress(own.repository),
    platformPackages: [...platform].map(([name, value]) => ({ name, value })),
  }
}

type Package = v.InferOutput<typeof PackageSchema>

const readPackage = (file: string): Package => v.parse(PackageSchema, JSON.parse(readFileSync(file, 'utf8')))

/** `git+https://host/a/b.git`, `github:a/b` or an object → `https://host/a/b`; null for any other text. */
export function repositoryAddress(repository: Package['repository']): string | null {
  const text = typeof repository === 'object' ? repository.url : repository
  if (!text) return null
  const address = text
    .replace(/^git\+/, '')
    .replace(/^(github|gitlab):/, 'https://$1.com/')
    .replace(/^([\w-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/\.git$/, '')
  return /^https?:\/\//.test(address) && URL.canParse(address) ? address : null
}

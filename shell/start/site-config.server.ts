import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readSiteConfig, type SiteConfig } from '@tessera/shared/config'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import { jsonOf, readCapped } from '@tessera/shared/io'
import { writeAtomically } from '../release-storage/write-atomically.server.ts'
import type { ShellOptions } from './options.server.ts'

/** The platform's data about the site's project. */
interface ProjectFacts {
  readonly name: string
  readonly primaryLanguage: string
  readonly supportedLanguages: readonly string[]
}

const ATTEMPTS = 3
const DEADLINE_MS = 3_000
const POLL_MS = 2_000
/** Far more than the data of any project. */
const MAX_BYTES = 256 * 1024

type ProjectSource = Pick<ShellOptions, 'platformUrl' | 'projectId' | 'accessToken'>

/**
 * The site's configuration, with the platform's data about the project. If the platform does not answer, the data from the last start of
 * a shell on this machine are used, so that a restart during an outage keeps languages and name.
 * @throws AppError config/invalid
 */
export async function configureSite(
  options: ShellOptions,
  log: Pick<Logger, 'warn'>,
): Promise<{ readonly config: SiteConfig; readonly isProjectKnown: boolean }> {
  const file = path.resolve(options.dataDir, 'project.json')
  const key = `${options.platformUrl} ${options.projectId}`
  const answered = await readProject(options)
  const project = answered ?? (await readStored(file, key))
  // If the file cannot be written, e.g. because the disk is full, the site starts nevertheless.
  if (answered)
    await writeAtomically(file, JSON.stringify({ key, ...answered })).catch((err: unknown) =>
      log.warn({ err }, 'project not kept'),
    )
  else
    log.warn(
      { platform: options.platformUrl, project: options.projectId },
      `project not readable; starting with ${project ? 'what was stored' : 'defaults'}`,
    )
  return { config: readSiteConfig(siteConfigInput(options, project)), isProjectKnown: project !== null }
}

async function readStored(file: string, key: string): Promise<ProjectFacts | null> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    return stored['key'] === key ? readFacts(stored, '') : null
  } catch {
    return null // there is no file, or it is not readable
  }
}

/** Polls the platform for the project's data, which it did not give at the start; resolves when it answers. */
export async function pollProject(source: ProjectSource, everyMs = POLL_MS): Promise<void> {
  do await wait(everyMs, undefined, { ref: false })
  while ((await readProject(source)) === null)
}

/** The project's name and languages; null when the platform does not give them. */
export async function readProject({
  platformUrl,
  projectId,
  accessToken,
}: ProjectSource): Promise<ProjectFacts | null> {
  const url = `${platformUrl}/api/delivery/projects/${encodeURIComponent(projectId)}`
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const answer = await fetch(url, {
        headers: { accesstoken: accessToken, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      // An answer that is not read would keep its connection open.
      if (!answer.ok) await answer.body?.cancel()
      const facts = answer.ok ? readFacts(await readBody(answer), projectId) : null
      if (facts) return facts
    } catch {
      // The call is repeated; after the last attempt the caller uses defaults and logs a warning.
    }
  }
  return null
}

const readBody = async ({ body }: Response): Promise<unknown> =>
  jsonOf((await readCapped(body, MAX_BYTES, () => new Error(`more than ${MAX_BYTES} bytes`))).toString())

function readFacts(data: unknown, projectId: string): ProjectFacts | null {
  if (typeof data !== 'object' || data === null) return null
  const { name, primaryLanguage, supportedLanguages } = data as Record<string, unknown>
  const primary = typeof primaryLanguage === 'string' ? primaryLanguage : null
  const supported = Array.isArray(supportedLanguages)
    ? supportedLanguages.filter((code) => typeof code === 'string')
    : []
  if (!primary) return null
  return {
    name: typeof name === 'string' ? name : projectId,
    primaryLanguage: primary,
    supportedLanguages: supported.includes(primary) ? supported : [primary, ...supported],
  }
}

/** Size of the answer cache. The specification's 100 entries are for one browser; a server needs those of a whole site. */
const CACHED_ANSWERS = 5_000
/** One level more than menus show, so that the tree has the relatives of each page in the menu, and of the pages below it. */
const TREE_DEPTH = 3
/** How long pages are fresh if the platform sends change messages: after a lost message they are correct again after this time. */
const WEBHOOK_PAGES_FRESH_MS = 60_000

/** The input of the site's configuration, from the process's options and the platform's data about the project. */
export function siteConfigInput(options: ShellOptions, project: ProjectFacts | null): unknown {
  const supported = project?.supportedLanguages ?? [DEFAULT_LANGUAGE]
  const name = project?.name ?? options.projectId
  return {
    projects: [{ id: options.projectId, publicUrl: options.publicUrl }],
    platform: { apiUrl: options.platformUrl, cmsUrl: options.cmsUrl ?? options.platformUrl },
    accessToken: options.accessToken,
    previewAccessToken: options.previewAccessToken,
    captchaSecret: options.captchaSecret,
    captchaSecrets: options.captchaSecrets,
    languages: { primary: project?.primaryLanguage ?? DEFAULT_LANGUAGE, supported },
    publicUrl: options.publicUrl,
    allowedHosts: [...options.allowedHosts, ...options.preview.hosts],
    siteName: { ...Object.fromEntries(supported.map((code) => [code, name])), ...options.site?.siteName },
    alias: options.alias,
    ...ownSettings(options.site),
    limits: {
      cacheEntries: CACHED_ANSWERS,
      navigationDepth: TREE_DEPTH,
      ...(options.webhookSecrets.length > 0 && { pageFreshMs: WEBHOOK_PAGES_FRESH_MS }),
      ...options.limits,
    },
  }
}

/** The settings of the site's own file; missing ones get their defaults. */
function ownSettings({
  reverseProxyPaths,
  deliveryProxy,
  inlineState,
  federatedSignIn,
  staffGroups,
  releaseGroups,
  platformCookies,
  servers,
  forms,
  embedOrigins,
  overrides,
}: Site = {}): object {
  const switches = { deliveryProxy, inlineState, federatedSignIn }
  const lists = { reverseProxyPaths, staffGroups, releaseGroups, platformCookies, embedOrigins }
  const settings = { ...lists, servers, forms, overrides, ...switches }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

type Site = Partial<NonNullable<ShellOptions['site']>>

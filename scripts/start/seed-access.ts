import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { toLine, UsageError } from './usage-error.ts'

/** What the shell must know to read content from the embedded platform. */
export interface SeedAccess {
  readonly projectId: string
  readonly accessToken: string
  /** Reads drafts; absent where the platform gives none away. */
  readonly previewAccessToken?: string
  readonly alias: string
  /** The key that the site itself signs in with, for accounts; absent where the seed has none. */
  readonly client?: ClientKey
}

/** A key of the content platform. */
export interface ClientKey {
  readonly clientId: string
  readonly clientSecret: string
}

/** The demonstration content: many files, of which one says who may read it. */
const DEMONSTRATION = path.join(ROOT, 'platform/content')
/** Beside the database that it belongs to. */
const REMEMBERED = 'seed-access.json'

interface Foreign {
  readonly [key: string]: unknown
}

const isObject = (value: unknown): value is Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const objects = (value: unknown): readonly Foreign[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Project, tokens and alias of a seed. The token is the one for published content, else the seed's only one; drafts are read
 * with the one for them, else with the one for everything.
 * @throws UsageError when the file cannot be read, is not JSON, or does not say them.
 */
export function readSeedAccess(seed: string): SeedAccess {
  const document = readDocument(seed)
  const environment = isObject(document.environment) ? document.environment : {}
  const published = objects(environment.accessTokens).find((token) => token.versionStatus === 'published')
  const previewAccessToken =
    readText(objects(environment.accessTokens).find((token) => token.versionStatus === 'latest')?.token) ??
    readText(environment.accessToken)
  const projectId = readText(objects(document.projects)[0]?.id)
  const accessToken = readText(published?.token) ?? readText(environment.accessToken)
  const missing = projectId === null ? 'a project' : accessToken === null ? 'an access token' : null
  if (projectId === null || accessToken === null) throw new UsageError(`The seed ${seed} has not ${missing}.`)
  return {
    projectId,
    accessToken,
    alias: readText(environment.alias) ?? projectId,
    ...(previewAccessToken && { previewAccessToken }),
    ...withClient(objects(environment.apiKeys)[0]),
  }
}

function withClient(key: unknown): Pick<SeedAccess, 'client'> {
  if (!isObject(key)) return {}
  const [clientId, clientSecret] = [readText(key['clientId']), readText(key['clientSecret'])]
  return clientId && clientSecret ? { client: { clientId, clientSecret } } : {}
}

function readDocument(seed: string): Foreign {
  let parsed: unknown
  try {
    const file = statSync(seed).isDirectory() ? path.join(seed, 'project.json') : seed
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`The seed ${seed} cannot be read: ${toLine(error)}`)
  }
  if (!isObject(parsed)) throw new UsageError(`The seed ${seed} is not a JSON object.`)
  return parsed
}

/**
 * Access to the content that the platform of this data folder will hold: that of the given seed, else that of the seed
 * imported earlier, else the demonstration content's.
 */
export function accessFor(dataDir: string, seed: string | null): SeedAccess {
  if (seed !== null) return readSeedAccess(seed)
  try {
    const kept: unknown = JSON.parse(readFileSync(path.join(dataDir, REMEMBERED), 'utf8'))
    const read = (name: string) => (isObject(kept) ? readText(kept[name]) : null)
    const [projectId, accessToken, alias] = [read('projectId'), read('accessToken'), read('alias')]
    const previewAccessToken = read('previewAccessToken')
    if (projectId && accessToken && alias)
      return {
        projectId,
        accessToken,
        alias,
        ...(previewAccessToken && { previewAccessToken }),
        ...keptClient(kept, accessToken),
      }
  } catch {
    // Nothing kept: no seed was ever imported here.
  }
  return readSeedAccess(DEMONSTRATION)
}

/** Of content that was imported before keys were kept, the demonstration's is known. */
function keptClient(kept: unknown, accessToken: string): Pick<SeedAccess, 'client'> {
  const own = withClient(isObject(kept) ? kept['client'] : null)
  if (own.client) return own
  const { client, ...demonstration } = readSeedAccess(DEMONSTRATION)
  return client && demonstration.accessToken === accessToken ? { client } : {}
}

/** Keep the access beside the database: a later start without `--seed` finds the content there, and must be able to read it. */
export function rememberAccess(dataDir: string, access: SeedAccess): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path.join(dataDir, REMEMBERED), `${JSON.stringify(access)}\n`, { mode: 0o600 })
}

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { toLine, UsageError } from './usage-error.ts'

/** What the shell needs to read content from the embedded platform. */
export interface SeedAccess {
  readonly projectId: string
  readonly accessToken: string
  /** Access token for drafts; absent when the seed has none. */
  readonly previewAccessToken?: string
  readonly alias: string
  /** The API key with which the site itself signs in, for accounts; absent when the seed has none. */
  readonly client?: ClientKey
}

/** An API key of the content platform. */
export interface ClientKey {
  readonly clientId: string
  readonly clientSecret: string
}

/** The demonstration content: many files, one of which has the access tokens. */
const DEMONSTRATION = path.join(ROOT, 'platform/content')
/** File name, in the folder of the database. */
const FILE_NAME = 'seed-access.json'

interface Foreign {
  readonly [key: string]: unknown
}

const isObject = (value: unknown): value is Foreign =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const objects = (value: unknown): readonly Foreign[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * Project, tokens and alias of a seed. The access token is the one for published content, else the seed's only one; the preview
 * token is the one for drafts, else the one for everything.
 * @throws UsageError when the file cannot be read, is not JSON, or lacks these values.
 */
export function readSeedAccess(seed: string): SeedAccess {
  const access = accessIn(readDocument(seed))
  if (typeof access === 'string') throw new UsageError(`The seed ${seed} has not ${access}.`)
  return access
}

/**
 * The access to the content that a platform serves, from the message with which it says that it is ready. Null for other messages
 * and when the content has no project or token.
 */
export function readReadyAccess(message: unknown): SeedAccess | null {
  if (!isObject(message) || message['type'] !== 'ready' || !isObject(message['content'])) return null
  const access = accessIn(message['content'])
  return typeof access === 'string' ? null : access
}

/** The access in a seed, or what is missing in it. */
function accessIn(document: Foreign): SeedAccess | string {
  const environment = isObject(document.environment) ? document.environment : {}
  const published = objects(environment.accessTokens).find((token) => token.versionStatus === 'published')
  const previewAccessToken =
    readText(objects(environment.accessTokens).find((token) => token.versionStatus === 'latest')?.token) ??
    readText(environment.accessToken)
  const projectId = readText(objects(document.projects)[0]?.id)
  const accessToken = readText(published?.token) ?? readText(environment.accessToken)
  if (projectId === null) return 'a project'
  if (accessToken === null) return 'an access token'
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
 * Access to the content that the platform of this data folder will probably have: that of the given seed, else that of the seed
 * imported earlier, else that of the demonstration content. Once it is ready, the platform says what it has.
 */
export function accessFor(dataDir: string, seed: string | null): SeedAccess {
  if (seed !== null) return readSeedAccess(seed)
  try {
    const kept: unknown = JSON.parse(readFileSync(path.join(dataDir, FILE_NAME), 'utf8'))
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
    // No such file: no seed was ever imported here.
  }
  return readSeedAccess(DEMONSTRATION)
}

/** For content that was imported before API keys were stored here, only the demonstration's key is known. */
function keptClient(kept: unknown, accessToken: string): Pick<SeedAccess, 'client'> {
  const own = withClient(isObject(kept) ? kept['client'] : null)
  if (own.client) return own
  const { client, ...demonstration } = readSeedAccess(DEMONSTRATION)
  return client && demonstration.accessToken === accessToken ? { client } : {}
}

/** Store the access beside the database: a later start without `--seed` uses the same content, and must be able to read it. */
export function storeAccess(dataDir: string, access: SeedAccess): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path.join(dataDir, FILE_NAME), `${JSON.stringify(access)}\n`, { mode: 0o600 })
}

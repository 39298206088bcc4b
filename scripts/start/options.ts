import path from 'node:path'
import { fromTerminal, ROOT } from '../paths/root.ts'
import { readArguments } from './read-arguments.ts'
import { UsageError } from './usage-error.ts'

/** A content platform that runs elsewhere. */
export interface OutsidePlatform {
  readonly url: string
  readonly projectId: string
  readonly accessToken: string
}

/** The options of `npm start`. Port 0 means any free one. */
export interface StartOptions {
  readonly port: number
  readonly platformPort: number
  /** Number of shell processes; null for the number of cores minus one, and at least two. */
  readonly processes: number | null
  /** Folder of everything that changes while the site runs; absolute. */
  readonly dataDir: string
  /** File to import instead of the demonstration content; absolute. */
  readonly seed: string | null
  readonly outside: OutsidePlatform | null
  /** Overrides of the seed's values; with an outside platform they are in `outside`. */
  readonly projectId: string | null
  readonly accessToken: string | null
  /** Access token for drafts; by default the seed's, and none for an outside platform. */
  readonly previewToken: string | null
  /** Address under which visitors reach the site, without a trailing slash. */
  readonly publicUrl: string | null
}

const DEFAULT_PORT = 3000
const DEFAULT_PLATFORM_PORT = 3001
const text = { type: 'string' } as const
const OPTIONS = {
  port: text,
  'platform-port': text,
  processes: text,
  data: text,
  seed: text,
  platform: text,
  project: text,
  'access-token': text,
  'preview-token': text,
  'public-url': text,
} as const

const USAGE = `Usage: npm start -- [options], or npm run dev -- [options]
  --port N             of the site (default: ${DEFAULT_PORT}; 0 for any free one)
  --platform-port N    of the embedded platform (default: ${DEFAULT_PLATFORM_PORT})
  --processes N        how many shells (default: the cores minus one, at least two)
  --data DIR           everything that changes while the site runs (default: .data)
  --seed FILE          content instead of the demonstration's
  --platform URL       a platform that runs elsewhere, with --project ID and --access-token TOKEN
  --preview-token TOKEN  for drafts
  --public-url URL     address under which visitors reach the site
  --no-checks          npm run dev only: types and lint are left to the editor`

type Values = { readonly [name in keyof typeof OPTIONS]?: string }

/** Read the options of `npm start`. @throws UsageError in one line for an unknown option, a wrong value or a pair that cannot go together. */
export function readOptions(args: readonly string[]): StartOptions {
  const { values }: { readonly values: Values } = readArguments(OPTIONS, 0, USAGE, args)
  for (const [name, value] of Object.entries(values)) {
    if (value.trim() === '') throw new UsageError(`--${name} needs a value.`)
  }
  const url = values['public-url']
  return {
    ...readPorts(values),
    processes: readProcesses(values.processes),
    dataDir: values.data === undefined ? path.join(ROOT, '.data') : fromTerminal(values.data),
    seed: values.seed === undefined ? null : fromTerminal(values.seed),
    outside: readOutside(values),
    projectId: values.project ?? null,
    accessToken: values['access-token'] ?? null,
    previewToken: values['preview-token'] ?? null,
    publicUrl: url === undefined ? null : readUrl('public-url', url),
  }
}

function readPorts(values: Values): Pick<StartOptions, 'port' | 'platformPort'> {
  const port = readPort('port', values.port, DEFAULT_PORT)
  const usual = port === DEFAULT_PLATFORM_PORT ? DEFAULT_PLATFORM_PORT + 1 : DEFAULT_PLATFORM_PORT
  const platformPort = readPort('platform-port', values['platform-port'], usual)
  if (port === platformPort && port !== 0) throw new UsageError('--port and --platform-port must differ.')
  return { port, platformPort }
}

/** A port from the command line. @throws UsageError when it is none */
export function readPort(name: string, value: string | undefined, usual: number): number {
  if (value === undefined) return usual
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new UsageError(`--${name} must be a number from 0 to 65535, not "${value}".`)
}

function readProcesses(value: string | undefined): number | null {
  if (value === undefined) return null
  if (/^[1-9]\d?$/.test(value)) return Number(value)
  throw new UsageError(`--processes must be a number from 1 to 99, not "${value}".`)
}

/** An address from the command line, without a trailing slash. @throws UsageError when it is none */
export function readUrl(name: string, value: string): string {
  const url = URL.parse(value)
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (isAddress) return url.href.replace(/\/+$/, '')
  throw new UsageError(`--${name} must be an address such as https://www.example.org, not "${value}".`)
}

function readOutside(values: Values): OutsidePlatform | null {
  if (values.platform === undefined) return null
  const url = readUrl('platform', values.platform)
  for (const name of ['seed', 'platform-port'] as const) {
    if (values[name] !== undefined) {
      throw new UsageError(`--${name} is for the embedded platform: leave it out, or leave out --platform.`)
    }
  }
  const { project, 'access-token': accessToken } = values
  if (project === undefined || accessToken === undefined) {
    throw new UsageError('--platform needs --project and --access-token beside it.')
  }
  return { url, projectId: project, accessToken }
}

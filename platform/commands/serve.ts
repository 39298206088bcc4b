import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPlatform, type Platform } from '../create-platform.ts'
import { readContentAccess } from '../data-folder.ts'
import { warnOfUnreadFiles } from './warn-of-unread-files.ts'
import type { Webhook } from '../domain/content.ts'

const CHECKOUT = join(import.meta.dirname, '../..')

/** Defaults for options that the command line does not give: folders of the checkout, wherever the command is called. */
export const DEFAULTS = {
  port: '3001',
  host: '127.0.0.1',
  data: join(CHECKOUT, '.data/platform'),
  seed: join(CHECKOUT, 'platform/content'),
} as const

/** Longest time for open requests to end when the platform is stopped, in milliseconds. */
const DRAIN_MS = 10_000

type Options = {
  readonly port: number
  readonly host: string
  readonly data: string
  readonly seed: string
  readonly seedIsGiven: boolean
  readonly webhooks: readonly Webhook[]
}

/** Read the command line. Throws an `Error` with one line for the user. */
function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { port: text, host: text, data: text, seed: text, webhook: { ...text, multiple: true } },
    strict: true,
  })
  const port = values.port ?? DEFAULTS.port
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not "${port}"`)
  return {
    port: Number(port),
    host: values.host ?? DEFAULTS.host,
    data: values.data ?? DEFAULTS.data,
    seed: values.seed ?? DEFAULTS.seed,
    seedIsGiven: values.seed !== undefined,
    webhooks: readWebhooks(values.webhook ?? []),
  }
}

// The secret comes from the environment: every user of the machine can read command lines.
function readWebhooks(urls: readonly string[]): readonly Webhook[] {
  const secret = process.env['PLATFORM_WEBHOOK_SECRET'] ?? ''
  if (urls.length > 0 && secret === '')
    throw new Error('--webhook needs a secret in the variable PLATFORM_WEBHOOK_SECRET')
  return urls.map((url) => {
    if (!URL.canParse(url) || !/^https?:/.test(url))
      throw new Error(`--webhook must be an http address, not "${url}"`)
    return { url, secret }
  })
}

/** Serve the platform until it is told to stop. */
export async function serve(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  const platform = await createPlatform({
    dataDir: options.data,
    seed: options.seed,
    reseed: options.seedIsGiven ? 'when-changed' : 'when-same-source-changed',
    webhooks: options.webhooks,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return // A second signal does not cut off what is being finished.
    isStopping = true
    setTimeout(() => process.exit(0), DRAIN_MS).unref()
    void platform.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`platform: ${(error as Error).message.split('\n')[0]}\n`)
        process.exit(1)
      },
    )
  }
  // When the parent process dies its IPC channel closes: then the platform stops too.
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, stop)
  if (process.connected === false) return stop() // the parent died during the import
  announce(platform, options)
  const { url } = await platform.listen(options.port, options.host).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  process.stdout.write(`Platform ready at ${url}\n`)
  process.send?.({ type: 'ready', url, content: readContentAccess(options.data) })
}

function announce({ imported, outdated }: Platform, { seed, data }: Options): void {
  if (outdated)
    process.stderr.write(
      `Warning: ${seed} has changed, but ${data} holds entries that were written there; --seed ${seed} replaces them\n`,
    )
  if (imported === null) return
  process.stdout.write(`Imported ${imported.entries} entries and ${imported.nodes} nodes from ${seed}\n`)
  const [first] = imported.brokenLinks
  if (first !== undefined)
    process.stderr.write(
      `Warning: ${imported.brokenLinks.length} broken links in ${seed}, the first: ${first}\n`,
    )
  warnOfUnreadFiles(imported)
}

import { parseArgs } from 'node:util'
import { createPlatform } from './create-platform.ts'

const DEFAULTS = {
  port: '3001',
  host: '127.0.0.1',
  data: '.data/platform',
  seed: 'platform/content',
} as const

/** Longest time for open requests to end when the platform is stopped. */
const DRAIN_MS = 10_000

type Options = {
  readonly port: number
  readonly host: string
  readonly data: string
  readonly seed: string
  readonly seedIsGiven: boolean
}

/** Read the command line. Throws an `Error` with one line for the user. */
function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { port: text, host: text, data: text, seed: text },
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
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const platform = await createPlatform({
    dataDir: options.data,
    seed: options.seed,
    reseed: options.seedIsGiven ? 'when-changed' : 'keep',
  })
  const stop = (): void => {
    setTimeout(() => process.exit(0), DRAIN_MS).unref()
    void platform.close().then(() => process.exit(0), fail)
  }
  // A parent that vanishes takes its channel with it: then nothing may be left running.
  process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop)
  const { imported } = platform
  if (imported !== null)
    process.stdout.write(
      `Imported ${imported.entries} entries and ${imported.nodes} nodes from ${options.seed}\n`,
    )
  if (imported !== null && imported.brokenLinks.length > 0)
    process.stderr.write(
      `Warning: ${imported.brokenLinks.length} broken links in ${options.seed}, the first: ${imported.brokenLinks[0]}\n`,
    )
  const { url } = await platform.listen(options.port, options.host).catch(async (error: unknown) => {
    await platform.close()
    throw error
  })
  process.stdout.write(`Platform ready at ${url}\n`)
  process.send?.({ type: 'ready', url })
}

function fail(error: unknown): void {
  const { code, message } = error as NodeJS.ErrnoException
  const reason =
    code === 'EADDRINUSE' ? 'the port is already in use' : (message.split('\n')[0] ?? String(error))
  process.stderr.write(`platform: ${reason}\n`)
  process.exit(1)
}

main().catch(fail)

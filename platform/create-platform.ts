import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { startWebhookDispatcher } from './webhook-dispatcher.ts'
import type { Webhook } from './domain/content.ts'
import { buildServer, closeServer } from './http/build-server.ts'
import type { Context } from './http/context.ts'
import { createIdentify } from './http/identity.ts'
import { createSignInLimit } from './http/sign-in-limit.ts'
import { createTokens } from './security/tokens.ts'
import { prepareFolder, recordsFile, type Prepared, type Reseed } from './data-folder.ts'
import type { ImportReport } from './import/import-seed.ts'
import { readSeed } from './import/read-seed.ts'
import { startRetention } from './retention.ts'
import { everyKey } from './surrogate-keys.ts'
import { uploadFolderOf } from './files/upload-folder.ts'
import { openContent } from './open-content.ts'
import { withAnswerCache } from './workers/answer-cache.ts'
import { fromOutcome } from './workers/outcome.ts'
import { startReaders, startWriter, type Writer } from './workers/pools.ts'
import { createSemaphore } from './workers/semaphore.ts'

export type PlatformOptions = {
  /** The folder of the database; `:memory:` stands for a temporary folder that is removed on close. */
  readonly dataDir: string
  /** A seed file or folder, imported when the database holds no content. */
  readonly seed?: string | undefined
  /** What to do with a seed when there is content already; the default keeps the content. */
  readonly reseed?: Reseed | undefined
  /** Webhooks to call when content changes, besides those of the seed's environment. */
  readonly webhooks?: readonly Webhook[] | undefined
  /** Called with a line for the log when old form posts were removed. */
  readonly say?: ((line: string) => void) | undefined
}

/** A running content platform. `imported` is null when the content was there already. */
export type Platform = {
  readonly listen: (port: number, host?: string) => Promise<{ readonly url: string }>
  readonly inject: (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  readonly close: () => Promise<void>
  readonly imported: ImportReport | null
  /** True when a newer seed was not imported, because content was written here since the last import. */
  readonly outdated: boolean
}

/**
 * Open the database, import the seed if need be, and build the server. Throws `platform/seed` when the seed cannot be
 * imported (the database is then as it was) or when there is neither content nor a seed.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const temporary = options.dataDir === ':memory:' ? mkdtempSync(join(tmpdir(), 'tessera-platform-')) : null
  const folder = temporary ?? resolve(options.dataDir)
  try {
    const read = options.seed === undefined ? null : readSeed(resolve(options.seed))
    const prepared = await prepareFolder(folder, read, options.reseed ?? 'keep')
    return await start(prepared, options, temporary)
  } catch (error) {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

/** Longest time for requests that are under way when the platform is closed, in milliseconds. */
const DRAIN_MS = 8000

async function start(
  prepared: Prepared,
  options: PlatformOptions,
  temporary: string | null,
): Promise<Platform> {
  const paths = { folder: prepared.folder, records: recordsFile(prepared.folder) }
  const readers = withAnswerCache(await startReaders(paths))
  const writer = startWriter(paths)
  const content = await openContent(paths, readers)
  const webhooks = (): readonly Webhook[] => [
    ...(content.model().environment.webhooks ?? []),
    ...(options.webhooks ?? []),
  ]
  const dispatcher = startWebhookDispatcher(writer, webhooks)
  content.watch(async (file) => {
    const message = importMessage(content.model().environment.alias)
    await writer.noteContent({ file, message, urls: webhooks().map(({ url }) => url) })
    dispatcher.dispatch()
  })
  const indexer = startIndexer(writer, content.refresh)
  const uploads = uploadFolderOf(prepared.folder)
  const retention = startRetention(writer, uploads, content.model, options.say ?? (() => undefined))
  const tokens = createTokens(prepared.secret)
  const context: Context = {
    model: content.model,
    readers,
    writer,
    tokens,
    identify: createIdentify(content.model, readers, tokens),
    signInLimit: createSignInLimit(),
    assets: content.assets,
    uploads,
    change: async (task) => {
      const made = await writer.change({ ...task, webhooks: webhooks().map(({ url }) => url) })
      await content.refresh()
      dispatcher.dispatch()
      indexer.wake()
      return fromOutcome(made)
    },
    changeGroup: groupChanger(writer, content.refresh),
  }
  const server: FastifyInstance = await buildServer(context)
  return {
    imported: prepared.imported,
    outdated: prepared.outdated,
    listen: async (port, host = '127.0.0.1') => ({ url: await server.listen({ port, host }) }),
    inject: (request) => server.inject(request as InjectOptions),
    close: async () => {
      await closeServer(server, DRAIN_MS)
      await Promise.all([dispatcher.close(), indexer.close(), retention.close()])
      content.close()
      await Promise.all([readers.close(), writer.close()])
      if (temporary !== null) rmSync(temporary, { recursive: true, force: true })
    },
  }
}

/** The message that all content was replaced. */
const importMessage = (alias: string) => ({
  event: 'content.imported',
  occurred: new Date().toISOString(),
  surrogateKeys: [everyKey(alias)],
})

/** Makes changes of groups one after the other, so that each is decided by the groups that the one before it left. */
function groupChanger(writer: Writer, refresh: () => Promise<void>): Context['changeGroup'] {
  const semaphore = createSemaphore({ concurrency: 1, maxWaiting: 100, maxWaitMs: 5000 })
  return async (decide) => {
    const release = await semaphore.acquire()
    try {
      await refresh()
      const change = decide()
      await writer.keepGroup(change)
      await refresh()
      return change
    } finally {
      release()
    }
  }
}

/** After this time the indexer goes on where it failed, e.g. because another process locked the content or the disk was full. */
const INDEX_RETRY_MS = 10_000

/** Indexes the waiting entries in steps, so that posts and other changes are served in between. */
export function startIndexer(
  writer: Pick<Writer, 'indexWaiting'>,
  refresh: () => Promise<void>,
): { readonly wake: () => void; readonly close: () => Promise<void> } {
  const state: {
    running: Promise<void> | null
    again: boolean
    closed: boolean
    timer?: NodeJS.Timeout
  } = { running: null, again: false, closed: false }
  const run = async (): Promise<void> => {
    do {
      state.again = false
      while (!state.closed && (await writer.indexWaiting(null)) > 0) await refresh()
    } while (state.again && !state.closed)
  }
  const wake = (): void => {
    state.again = true
    if (state.closed || state.running !== null) return
    clearTimeout(state.timer)
    state.running = run()
      // A failure loses nothing: waiting entries are still marked on disk.
      .catch(() => void (state.timer = setTimeout(wake, INDEX_RETRY_MS).unref()))
      .finally(() => void (state.running = null))
  }
  wake()
  return {
    wake,
    close: async () => {
      state.closed = true
      await state.running
      clearTimeout(state.timer)
    },
  }
}

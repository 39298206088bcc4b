import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { PlatformError } from './errors.ts'
import { buildServer } from './http/build-server.ts'
import type { Context } from './http/context.ts'
import { createIdentify } from './http/identity.ts'
import { createTokens } from './security/tokens.ts'
import { databaseFile, prepareDatabase, type Prepared, type Reseed } from './database-file.ts'
import type { ImportReport } from './import/import-seed.ts'
import { readSeed } from './import/read-seed.ts'
import { openWriter } from './repository/connection.ts'
import { loadModel } from './repository/load-model.ts'
import { withAnswerCache } from './workers/answer-cache.ts'
import { startReaders, startWriter } from './workers/pools.ts'

export type PlatformOptions = {
  /** The folder of the database; `:memory:` stands for a temporary folder that is removed on close. */
  readonly dataDir: string
  /** A seed file or folder, imported when the database holds no content. */
  readonly seed?: string | undefined
  /** What to do with a seed when there is content already; it is kept when nothing is said. */
  readonly reseed?: Reseed | undefined
  /** Write a log line for each request to stdout. */
  readonly log?: boolean | undefined
}

/** A running content platform. `imported` is null when the content was there already. */
export type Platform = {
  readonly listen: (port: number, host?: string) => Promise<{ readonly url: string }>
  readonly inject: (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  readonly close: () => Promise<void>
  readonly imported: ImportReport | null
  /** True when a newer seed was left alone, because content was written here since the last import. */
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
    const prepared = await prepareDatabase(databaseFile(folder), read, options.reseed ?? 'keep')
    return await start(prepared, options.log ?? false, temporary)
  } catch (error) {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

async function start(prepared: Prepared, log: boolean, temporary: string | null): Promise<Platform> {
  const { file } = prepared
  const db = openWriter(file)
  const model = loadModel(db)
  db.close()
  if (model === null) throw new PlatformError('platform/seed', `${file} holds no content`)
  const readers = withAnswerCache(startReaders(file))
  const writer = startWriter(file)
  const tokens = createTokens(prepared.secret)
  const context: Context = {
    model: () => model,
    readers,
    writer,
    tokens,
    identify: createIdentify(() => model, readers, tokens),
    assets: prepared.assets,
  }
  const server: FastifyInstance = await buildServer(context, log)
  // The first question would otherwise wait for a thread to start.
  await readers.assetEntry('/')
  return {
    imported: prepared.imported,
    outdated: prepared.outdated,
    listen: async (port, host = '127.0.0.1') => ({ url: await server.listen({ port, host }) }),
    inject: (request) => server.inject(request as InjectOptions),
    close: async () => {
      await server.close()
      await Promise.all([readers.close(), writer.close()])
      if (temporary !== null) rmSync(temporary, { recursive: true, force: true })
    },
  }
}

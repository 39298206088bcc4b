import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOSTILE_QUERIES } from './hostile-queries.ts'
import { QUERIES, randomFor, type BenchQuery } from './queries.ts'
import type { Random } from './random.ts'
import { runPlatform, startPlatform, type Running } from './start-platform.ts'
import { TOKEN, writeSyntheticSeed } from './synthetic-seed.ts'

/**
 * Times of one query, in milliseconds. `found` is the median number of entries found, `stopped` how many requests were
 * given up as too slow (500, or 503 while all readers were busy), `refused` how many were refused (400).
 */
export type Times = {
  readonly p50: number
  readonly p95: number
  readonly found: number
  readonly stopped: number
  readonly refused: number
}
/** The figures of one size. `importLine` is the first line that the import command printed. */
export type SizeFigures = {
  readonly entries: number
  readonly importLine: string
  readonly fileMb: number
  readonly residentMb: { readonly now: number; readonly peak: number }
  readonly times: ReadonlyMap<string, Times>
}

/** Requests or milliseconds before measuring starts, so that code is compiled and the upper pages of indexes are in memory. */
const [WARM_UP, WARM_UP_MS] = [100, 3000]

/**
 * Build a site of a size, ask every query `asked` times, one after the other, and remove the site. `data` names a folder
 * that is kept, and used again in the next run.
 */
export async function measureSize(entries: number, asked: number, data: string | null): Promise<SizeFigures> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'platform-bench-'))
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'platform.db')
  try {
    let importLine = 'built before'
    if (!exists(file)) {
      const seed = join(folder, 'seed.json')
      writeSyntheticSeed(seed, entries)
      importLine = (await runPlatform(['import', seed, '--data', folder])).split('\n')[0] ?? ''
      rmSync(seed)
    }
    const platform = await startPlatform(folder)
    try {
      const times = new Map<string, Times>()
      for (const query of [...QUERIES, ...HOSTILE_QUERIES])
        times.set(query.name, await measure(platform, query, entries, asked))
      const fileMb = Math.round(sizeOf(folder) / 1_000_000)
      return { entries, importLine, fileMb, residentMb: platform.residentMb(), times }
    } finally {
      await platform.stop('SIGTERM')
    }
  } finally {
    if (data === null) rmSync(folder, { recursive: true, force: true })
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}

/** The bytes of all databases in a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

async function measure(platform: Running, query: BenchQuery, entries: number, asked: number): Promise<Times> {
  const random = randomFor(query)
  const warmUntil = performance.now() + WARM_UP_MS
  for (let at = 0; at < WARM_UP && performance.now() < warmUntil; at += 1)
    await askOnce(platform, query, random, entries)
  const answers: Answered[] = []
  while (answers.length < asked) answers.push(await askOnce(platform, query, random, entries))
  const times = answers.map(({ spent }) => spent)
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    found: quantile(
      answers.map(({ found }) => found),
      0.5,
    ),
    stopped: answers.filter(({ status }) => status === 500 || status === 503).length,
    refused: answers.filter(({ status }) => status === 400).length,
  }
}

type Answered = { readonly status: number; readonly spent: number; readonly found: number }

async function askOnce(
  platform: Running,
  query: BenchQuery,
  random: Random,
  entries: number,
): Promise<Answered> {
  const { path, body } = query.ask(random, entries)
  const started = performance.now()
  const response = await fetch(platform.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { accesstoken: TOKEN, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { readonly totalCount?: number; readonly message?: string }
  const spent = performance.now() - started
  const { status } = response
  const isStopped = status === 503 || (status === 500 && answer.message?.includes('took too long') === true)
  if (!isStopped && ![200, ...(query.mayBeRefused ? [400] : [])].includes(status))
    throw new Error(`${query.name}: ${status} ${JSON.stringify(answer)}`)
  return { status, spent, found: status === 200 ? (answer.totalCount ?? 1) : 0 }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

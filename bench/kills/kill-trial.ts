import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPlatform, type Running } from '../../platform/bench/start-platform.ts'
import { sweepUploads, uploadFolderOf } from '../../platform/files/upload-folder.ts'
import { createRecordWriter } from '../../platform/records/sqlite-records.ts'
import { openWriter } from '../../platform/repository/connection.ts'
import { liveContentFile } from '../../platform/repository/live-content.ts'
import { startGateway } from './gateway.ts'
import { OPERATIONS, fetchToken, type Operation, type OperationKind, type Target } from './kill-operations.ts'

/** The result of a trial: what was acknowledged, by kind, and how many items are lost or duplicated. */
export type KillReport = {
  readonly kills: number
  readonly acknowledged: Readonly<Record<OperationKind, number>>
  readonly lost: number
  readonly duplicated: number
  /** Posts and files without an answer before a kill that were sent again with their idempotency keys after it. */
  readonly sentAgain: number
  /** Files without a post in the folder of uploads, after the platform's clean-up. */
  readonly strayFiles: number
}

const SEED = join(import.meta.dirname, '../../platform/conformance/seed.json')
/** Two senders of the most frequent kind, one of each other kind. */
const SENDERS: readonly OperationKind[] = ['posts', 'posts', 'uploads', 'users', 'published entries']
/** Each run is killed after a time between these, in milliseconds, so that kills hit every phase of a write. */
const [SHORTEST_MS, LONGEST_MS] = [40, 440]

type Acknowledged = Record<OperationKind, string[]>
type Mark = { readonly kind: OperationKind; readonly mark: string }
/** Kinds that are sent with an idempotency key, and so can be sent again. */
const KEYED: ReadonlySet<OperationKind> = new Set(['posts', 'uploads'])

/**
 * Start the platform behind a shell, write to it from several senders and kill it without warning, again and again, while the shell
 * keeps running; then check what is on disk.
 */
export async function runKills(kills: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-kills-'))
  const gateway = await startGateway(folder, SEED)
  const acknowledged: Acknowledged = { posts: [], uploads: [], users: [], 'published entries': [] }
  const unanswered: Mark[] = []
  let sentAgain = 0
  let token: string | null = null
  try {
    for (let round = 0; round < kills; round += 1) {
      const platform = await startAgain(folder)
      gateway.lead(platform.url)
      token ??= await fetchToken(platform.url)
      const target: Target = { gateway: gateway.url, platform: platform.url, token }
      for (const { kind, mark } of unanswered.splice(0)) {
        const found = await OPERATIONS[kind](target, mark)
        if (found === null) unanswered.push({ kind, mark })
        else acknowledged[kind].push(found)
        sentAgain += 1
      }
      const senders = SENDERS.map(async (kind, sender) => {
        const mark = await sendAll(OPERATIONS[kind], target, `${round}-${sender}`, acknowledged[kind])
        if (KEYED.has(kind)) unanswered.push({ kind, mark })
      })
      // Every fifth round waits for an acknowledgement of every kind, so that even a slow machine stores something.
      if (round % 5 === 0) await untilAllGrow(acknowledged)
      await sleep(SHORTEST_MS + ((round * 61) % (LONGEST_MS - SHORTEST_MS)))
      await platform.stop('SIGKILL')
      await Promise.all(senders)
    }
    const strayFiles = await sweep(folder)
    return { kills, sentAgain, strayFiles, ...compare(folder, acknowledged) }
  } finally {
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Start the platform; repeated because a start can time out on a busy machine. */
async function startAgain(folder: string, tries = 5): Promise<Running> {
  const start = startPlatform(folder, ['--seed', SEED])
  return tries > 1 ? start.catch(() => startAgain(folder, tries - 1)) : start
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

const LONGEST_WAIT_MS = 30_000
const POLL_MS = 10

/** Wait until each kind has another acknowledgement, for at most `LONGEST_WAIT_MS`. */
async function untilAllGrow(acknowledged: Acknowledged): Promise<void> {
  const lists = Object.values(acknowledged)
  const before = lists.map((list) => list.length)
  const end = performance.now() + LONGEST_WAIT_MS
  while (performance.now() < end && lists.some((list, at) => list.length === before[at])) await sleep(POLL_MS)
}

/** Send item after item until one gets no answer. Gives the mark of that one. */
async function sendAll(operation: Operation, target: Target, name: string, into: string[]): Promise<string> {
  for (let at = 0; ; at += 1) {
    const mark = `${name}-${at}`
    const found = await operation(target, mark)
    if (found === null) return mark
    into.push(found)
  }
}

/** Queries that find each kind: `name` is what its operation gave. A post must exist with its message: both are in one transaction. */
const ON_DISK: Readonly<Record<'posts' | 'users', string>> = {
  posts: `SELECT json_extract(form_post.json, '$."ctrl_1-69-aa111"') AS name FROM form_post
    JOIN outbox ON outbox.kind = 'form-post' AND json_extract(outbox.json, '$.post') = form_post.id`,
  users: 'SELECT username AS name FROM user_account',
}
const PUBLISHED = 'SELECT entry_id AS name FROM doc WHERE st IN (1, 3)'

/** The files of posts with their names and the hashes of their bytes. */
const FILES =
  'SELECT upload.name AS name, stored, hash FROM upload JOIN form_post ON form_post.id = upload.post'

/** The complete files by name, with how many posts each belongs to. */
function countFiles(records: DatabaseSync, folder: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name, stored, hash } of records.prepare(FILES).iterate()) {
    const file = join(uploadFolderOf(folder), String(stored))
    const isWhole = existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === hash
    if (isWhole) counts.set(String(name), (counts.get(String(name)) ?? 0) + 1)
  }
  return counts
}

/** Remove the leftovers of kills from the folder of uploads, as the platform does in time; gives how many files without a post are left. */
async function sweep(folder: string): Promise<number> {
  const records = openWriter(join(folder, 'platform.db'))
  try {
    const { knowsUpload } = createRecordWriter(records)
    await sweepUploads(
      uploadFolderOf(folder),
      async (stored) => knowsUpload(stored),
      Number.POSITIVE_INFINITY,
    )
    return readdirSync(uploadFolderOf(folder)).filter((name) => !knowsUpload(name)).length
  } finally {
    records.close()
  }
}

function compare(
  folder: string,
  acknowledged: Acknowledged,
): Pick<KillReport, 'acknowledged' | 'lost' | 'duplicated'> {
  const records = new DatabaseSync(join(folder, 'platform.db'))
  const content = new DatabaseSync(liveContentFile(records, folder) ?? '')
  try {
    const found: Record<OperationKind, ReadonlyMap<string, number>> = {
      posts: count(records, ON_DISK.posts),
      uploads: countFiles(records, folder),
      users: count(records, ON_DISK.users),
      'published entries': count(content, PUBLISHED),
    }
    const kinds = Object.keys(acknowledged) as OperationKind[]
    const times = kinds.flatMap((kind) => {
      // What is sent with a key can be duplicated even when it was never acknowledged.
      const names = KEYED.has(kind) ? [...found[kind].keys()] : acknowledged[kind]
      return names.map((name) => found[kind].get(name) ?? 0)
    })
    return {
      acknowledged: Object.fromEntries(
        kinds.map((kind) => [kind, acknowledged[kind].length]),
      ) as KillReport['acknowledged'],
      lost: kinds.flatMap((kind) => acknowledged[kind].filter((name) => !found[kind].has(name))).length,
      duplicated: times.filter((time) => time > 1).length,
    }
  } finally {
    records.close()
    content.close()
  }
}

function count(db: DatabaseSync, query: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of db.prepare(query).iterate())
    counts.set(String(name), (counts.get(String(name)) ?? 0) + 1)
  return counts
}

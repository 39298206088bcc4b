import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startPlatform } from './start-platform.ts'

/** What came of a trial: posts that were acknowledged, and how many of them are not there, or there twice. */
export type KillReport = {
  readonly kills: number
  readonly acknowledged: number
  readonly lost: number
  readonly duplicated: number
}

const SEED = join(import.meta.dirname, '..', 'conformance', 'seed.json')
const SENDERS = 4
/** Each run is killed after a time between these, in milliseconds, so that the kill hits any moment of a write. */
const [SHORTEST_MS, LONGEST_MS] = [40, 240]

/** Start the platform, post to it from several senders, kill it without warning, again and again; then count what is on disk. */
export async function runKills(kills: number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-kills-'))
  const acknowledged: number[] = []
  const marks: string[] = []
  try {
    for (let round = 0; round < kills; round += 1) {
      const platform = await startPlatform(folder, ['--seed', SEED])
      const state = { running: true }
      const senders = Array.from({ length: SENDERS }, async (_, sender) => {
        for (let at = 0; state.running; at += 1) {
          const mark = `${round}-${sender}-${at}`
          const id = await post(platform.url, mark)
          if (id === null) return
          acknowledged.push(id)
          marks.push(mark)
        }
      })
      const wait = SHORTEST_MS + ((round * 61) % (LONGEST_MS - SHORTEST_MS))
      await new Promise((resolve) => void setTimeout(resolve, wait))
      await platform.stop('SIGKILL')
      state.running = false
      await Promise.all(senders)
    }
    return { kills, acknowledged: acknowledged.length, ...compare(join(folder, 'platform.db'), marks) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Post a form; null when the platform is gone before it answers. Only what it has answered counts. */
async function post(url: string, mark: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}/REST/UI/FormsModule/postform/69/0`, {
      method: 'POST',
      headers: { 'idempotency-key': mark },
      body: new URLSearchParams({ 'ctrl_1-69-aa111': mark }),
    })
    if (response.status !== 200) throw new Error(`a post was answered with ${response.status}`)
    return ((await response.json()) as { readonly formPostId: number }).formPostId
  } catch (error) {
    // The connection broke, or the answer did.
    if (['TypeError', 'SyntaxError'].includes((error as Error).name)) return null
    throw error
  }
}

function compare(
  file: string,
  marks: readonly string[],
): { readonly lost: number; readonly duplicated: number } {
  const db = new DatabaseSync(file)
  try {
    const kept = new Map<string, number>()
    // Each post must be there with its message in the outbox: both are of one transaction.
    for (const row of db
      .prepare(
        `SELECT form_post.json AS json FROM form_post JOIN outbox ON outbox.kind = 'form-post' AND json_extract(outbox.json, '$.post') = form_post.id`,
      )
      .iterate()) {
      const mark = String((JSON.parse(String(row['json'])) as Record<string, unknown>)['ctrl_1-69-aa111'])
      kept.set(mark, (kept.get(mark) ?? 0) + 1)
    }
    return {
      lost: marks.filter((mark) => !kept.has(mark)).length,
      duplicated: [...kept.values()].filter((count) => count > 1).length,
    }
  } finally {
    db.close()
  }
}

import { removeUploads, sweepUploads } from './files/upload-folder.ts'
import type { FormSettings } from './domain/content.ts'
import type { Model } from './domain/model.ts'
import type { Pruned, PruneTask } from './records/records.ts'

/** How long posts of forms are kept where nobody says otherwise. Source: security, data protection. */
const RETENTION_DAYS = 180
const DAY_MS = 24 * 3_600_000
/** How often it is looked for what is too old, in milliseconds. */
const ROUND_MS = 3_600_000
/** So many posts go in one transaction, so that new ones never wait for long. */
const BATCH = 200
/** A file that nobody has written to for so long, and no post knows, is what a crash has left: senders are given up sooner. */
const UNTOUCHED_MS = 600_000

/** What taking away needs of the records. */
export type Pruning = {
  readonly prunePosts: (task: PruneTask) => Pruned | Promise<Pruned>
  readonly knowsUpload: (stored: string) => boolean | Promise<boolean>
}
/** What was taken away, or would be. `left` counts files that a crash had left. */
export type Removed = { readonly posts: number; readonly files: number; readonly left: number }

/** The moment before which posts are too old, for all forms and for those that say it themselves. `days` replaces all of it. */
export function pruneTaskOf(
  model: Model | null,
  now: number,
  days: number | null,
  dryRun: boolean,
): PruneTask {
  const before = (age: number): string | null =>
    age === 0 ? null : new Date(now - age * DAY_MS).toISOString()
  if (days !== null) return { before: before(days), byForm: {}, most: BATCH, dryRun }
  const own = [
    ...(model?.forms ?? []).map((form) => [form.contentId, form.settings?.retentionDays] as const),
    ...(model?.formTypes ?? []).map(
      (form) => [form.formTypeId, (form.settings as FormSettings | undefined)?.retentionDays] as const,
    ),
  ]
  return {
    before: before(model?.environment.forms?.retentionDays ?? RETENTION_DAYS),
    byForm: Object.fromEntries(
      own.flatMap(([form, age]) => (age === undefined ? [] : [[form, before(age)]])),
    ),
    most: BATCH,
    dryRun,
  }
}

/**
 * Take away posts that are too old with their files, and what crashes have left in the folder of uploads. The posts go
 * first: killed in between, it leaves files that no post knows, which the next round takes.
 */
export async function removeOld(
  records: Pruning,
  uploads: string,
  task: PruneTask,
  now: number,
): Promise<Removed> {
  if (task.dryRun) {
    const { posts, files } = await records.prunePosts({ ...task, most: Number.MAX_SAFE_INTEGER })
    return { posts, files: files.length, left: 0 }
  }
  let [posts, files] = [0, 0]
  for (
    let pruned = await records.prunePosts(task);
    pruned.posts > 0;
    pruned = await records.prunePosts(task)
  ) {
    await removeUploads(uploads, pruned.files)
    posts += pruned.posts
    files += pruned.files.length
  }
  const left = await sweepUploads(uploads, async (name) => records.knowsUpload(name), now - UNTOUCHED_MS)
  return { posts, files, left }
}

/** What was taken away, as one line of the log; null when there was nothing. */
export function removedLine({ posts, files, left }: Removed): string | null {
  if (posts + files + left === 0) return null
  return `Retention: removed ${posts} form posts with ${files} files, and ${left} files that belonged to no post`
}

/** Look now and every hour. The line says what was taken away, or why it could not be. */
export function startRetention(
  records: Pruning,
  uploads: string,
  model: () => Model,
  say: (line: string) => void,
): { readonly close: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const look = (): void => {
    const now = Date.now()
    running = removeOld(records, uploads, pruneTaskOf(model(), now, null, false), now)
      .then(removedLine)
      // What is too old is still there for the next round.
      .catch((error: unknown) => `Retention: nothing more could be removed (${(error as Error).message})`)
      .then((line) => void (line !== null && say(line)))
  }
  look()
  const timer = setInterval(look, ROUND_MS).unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

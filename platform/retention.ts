import { removeUploads, sweepUploads } from './files/upload-folder.ts'
import type { FormSettings } from './domain/content.ts'
import type { Model } from './domain/model.ts'
import type { Pruned, PruneTask } from './records/records.ts'

/** How many days posts of forms are kept by default. Source: security, data protection. */
const RETENTION_DAYS = 180
const DAY_MS = 24 * 3_600_000
/** How often old posts are removed, in milliseconds. */
const INTERVAL_MS = 3_600_000
/** How many posts one transaction removes, so that new posts never wait for long. */
const BATCH = 200
/** After this time without a write, in milliseconds, a file without a post is a leftover of a crash: uploads time out sooner. */
const UNTOUCHED_MS = 600_000

/** The functions of the records that retention needs. */
export type Pruning = {
  readonly prunePosts: (task: PruneTask) => Pruned | Promise<Pruned>
  readonly knowsUpload: (stored: string) => boolean | Promise<boolean>
}
/** What was removed, or would be. `left` counts leftover files of crashes. */
export type Removed = { readonly posts: number; readonly files: number; readonly left: number }

/** The time before which posts are removed, for all forms and for forms with a setting of their own. `days` overrides all settings. */
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
 * Remove old posts with their files, and leftovers of crashes in the folder of uploads. The posts go first: after a kill
 * in between, files without a post are left, which the next round removes.
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

/** What was removed, as one line for the log; null when nothing was. */
export function removedLine({ posts, files, left }: Removed): string | null {
  if (posts + files + left === 0) return null
  return `Retention: removed ${posts} form posts with ${files} files, and ${left} files that belonged to no post`
}

/** Remove old posts now and every hour. `say` gets a line with what was removed, or why that failed. */
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
      // The next round tries again.
      .catch((error: unknown) => `Retention: nothing more could be removed (${(error as Error).message})`)
      .then((line) => void (line !== null && say(line)))
  }
  look()
  const timer = setInterval(look, INTERVAL_MS).unref()
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

import { readFile } from 'node:fs/promises'
import { toAppError, type AppError } from '@tessera/shared/contract'
import * as v from 'valibot'
import { TrustSchema } from '../release-document/trust.server.ts'
import { writeAtomically } from '../release-storage/write-atomically.server.ts'
import { readQuarantine } from '../releases/strikes.server.ts'
import type { SharedStore } from '../store/shared-store.server.ts'
import { NOTHING_ACCEPTED, type Accepted } from '../releases/release-store.server.ts'

const AcceptedSchema = v.object({
  schema: v.literal(2),
  sequence: v.number(),
  digest: v.nullable(v.string()),
  apps: v.record(v.string(), v.string()),
  trust: v.optional(TrustSchema),
})
/** The format before release documents had numbers; every document counts as newer. */
const FirstSchema = v.pipe(
  v.object({ schema: v.literal(1), apps: v.record(v.string(), v.string()) }),
  v.transform(({ apps }) => ({ sequence: 0, digest: null, apps, trust: undefined })),
)

/** The releases that a shell served last, by app, and the document that named them. A shell starts with these releases. */
export interface AcceptedSet {
  /** The stored set; empty if there is none that can be read. */
  readonly read: () => Promise<Accepted>
  /** Writes the set, unless it is the one that was written last. Never rejects: after a failure the next call tries again. */
  readonly write: (accepted: Accepted) => Promise<void>
}

/** Exit code of a shell whose start has failed, and whose next start may not. */
export const START_AGAIN_CODE = 75

/** The set without releases in quarantine: a shell does not start with what has ended it before. */
export const withoutQuarantined = (set: AcceptedSet, store: Pick<SharedStore, 'get'>): AcceptedSet => ({
  ...set,
  async read() {
    const accepted = await set.read()
    const sound: [string, string][] = []
    for (const [app, version] of Object.entries(accepted.apps))
      if (!(await readQuarantine(store, app, version))) sound.push([app, version])
    return { ...accepted, apps: Object.fromEntries(sound) }
  },
})

/**
 * Takes the remotes out of the stored set after a failed start, so that the next one goes by the release document. What is known of
 * documents and keys stays.
 * @param before the set with which the start began
 * @returns whether the next start differs from this one: it began with remotes
 */
export async function discardRemotes(set: AcceptedSet, before: Accepted): Promise<boolean> {
  const now = await set.read()
  const { shell } = now.apps
  if (shell !== undefined) await set.write({ ...now, apps: { shell } })
  return Object.keys(before.apps).some((app) => app !== 'shell')
}

/**
 * Stores the set in a file, which the shell processes of a machine share.
 * @param onState called with the reason when writing begins to fail, and with null when it succeeds again
 */
export function createAcceptedSet(file: string, onState: (failure: AppError | null) => void): AcceptedSet {
  let written = ''
  let isFailing = false
  return {
    async read() {
      try {
        const { apps, sequence, digest, trust } = v.parse(
          v.union([AcceptedSchema, FirstSchema]),
          JSON.parse(await readFile(file, 'utf8')),
        )
        return { apps, sequence, digest, ...(trust && { trust }) }
      } catch {
        return NOTHING_ACCEPTED // a shell that has never served: only the release document decides which releases are live
      }
    },
    async write(accepted) {
      const text = JSON.stringify({ schema: 2, ...accepted })
      if (text === written) return
      try {
        await writeAtomically(file, text)
        written = text
        if (isFailing) onState(null)
        isFailing = false
      } catch (thrown) {
        if (!isFailing) onState(toAppError(thrown))
        isFailing = true
      }
    },
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { KeyObject } from 'node:crypto'
import { releaseError } from '../errors.ts'
import {
  digestOf,
  readSignedDocument,
  type ReleaseDocument,
  type SignedDocument,
} from './release-document.server.ts'

/** Greatest number of successive documents that keys of remotes may sign before the site's key has to sign one. */
const MAX_STEPS = 1_000

interface History {
  readonly siteKey: KeyObject
  /** The last verified document, if there is one. */
  readonly followed?: { readonly sequence: number; readonly digest: string | null }
  /** Reads a document from the history by its number. */
  readonly readEarlier: (sequence: number) => Promise<Buffer>
}

/**
 * Reads a document and checks that its signer was allowed to make its changes. A document signed by the site's key is accepted as it
 * is. One signed by a key of a remote is compared with its predecessors, back to one signed by the site's key or to the followed one.
 * @throws AppError release/document-invalid, release/document-unsigned, release/document-forged, release/document-stale
 */
export async function readTrustedDocument(
  bytes: Buffer,
  { siteKey, followed, readEarlier }: History,
): Promise<ReleaseDocument> {
  const last = readSignedDocument(bytes, siteKey)
  let [after, digest] = [last, digestOf(bytes)]
  for (let steps = 0; after.remotes !== null && digest !== followed?.digest; steps += 1) {
    const { sequence } = after.document
    // Its predecessors differ from the documents that were followed.
    if (followed && sequence <= followed.sequence)
      throw releaseError('release/document-stale', { details: { sequence, followed: followed.sequence } })
    const earlier = steps < MAX_STEPS ? await readEarlier(sequence - 1) : null
    if (!earlier) throw forged(`no document of the site's key is found before number ${sequence}`)
    const before = readSignedDocument(earlier, siteKey)
    checkChange(before.document, after)
    ;[after, digest] = [before, digestOf(earlier)]
  }
  return last.document
}

/**
 * Checks that a document's signer was allowed to make its changes to the one before it.
 * @throws AppError release/document-forged
 */
function checkChange(before: ReleaseDocument, { document: after, remotes }: SignedDocument): void {
  if (remotes === null) return
  if (after.sequence !== before.sequence + 1) throw forged(`${after.sequence} follows ${before.sequence}`)
  if (!isDeepStrictEqual(besides(after, remotes), besides(before, remotes)))
    throw forged(`a key of ${remotes.join(', ')} has changed more than their releases`)
  const isNew = (app: string): boolean => {
    const [was, is] = [before.apps[app], after.apps[app]]
    if (isOther(was?.canary, is?.canary) || isOther(was?.scheduled, is?.scheduled)) return true
    if (!is) return was !== undefined
    // A version that is only named as an earlier one would be gone back to with the next document.
    const known = new Set(was && [was.live, ...was.previous])
    return [is.live, ...is.previous].some((version) => !known.has(version))
  }
  if (before.frozen && remotes.some(isNew)) throw forged('releases are frozen')
}

/** Whether an entry is new, or was set again. */
const isOther = (was: { readonly since: string } | undefined, is: typeof was): boolean =>
  is !== undefined && is.since !== was?.since

/** A document without its number, its change record, and the entries of some remotes. */
function besides(
  { sequence: _sequence, changed: _changed, apps, ...site }: ReleaseDocument,
  remotes: readonly string[],
) {
  return { ...site, apps: Object.fromEntries(Object.entries(apps).filter(([app]) => !remotes.includes(app))) }
}

const forged = (reason: string) => releaseError('release/document-forged', { details: { reason } })

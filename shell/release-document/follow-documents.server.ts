import { isDeepStrictEqual } from 'node:util'
import type { KeyObject } from 'node:crypto'
import { releaseError } from '../errors.ts'
import {
  digestOf,
  readSignedDocument,
  type ReleaseDocument,
  type SignedDocument,
} from './release-document.server.ts'

/** So many documents in a row may be signed by keys of remotes; then the site's key has to sign one. */
const MAX_STEPS = 1_000

interface History {
  readonly siteKey: KeyObject
  /** The document that has been verified before, if there is one. */
  readonly followed?: { readonly sequence: number; readonly digest: string | null }
  /** The document of a number as the history has it. */
  readonly readEarlier: (sequence: number) => Promise<Buffer>
}

/**
 * Read a document and make sure that whoever has signed it may have made of the one before it what it is. One that the site's key has
 * signed stands for itself. One that a key of a remote has signed is held against the ones before it, back to one of the site's key
 * or to the followed one.
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
    // Other documents than those that were followed have come before it.
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
 * Make sure that a document is what its signer may have made of the one before it.
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
    return is?.live !== was?.live && !was?.previous.includes(is?.live ?? '')
  }
  if (before.frozen && remotes.some(isNew)) throw forged('releases are frozen')
}

/** Whether something is named that was not named before, or is named anew. */
const isOther = (was: { readonly since: string } | undefined, is: typeof was): boolean =>
  is !== undefined && is.since !== was?.since

/** What a document says besides its number, its record, and the entries of some remotes. */
function besides(
  { sequence: _sequence, changed: _changed, apps, ...site }: ReleaseDocument,
  remotes: readonly string[],
) {
  return { ...site, apps: Object.fromEntries(Object.entries(apps).filter(([app]) => !remotes.includes(app))) }
}

const forged = (reason: string) => releaseError('release/document-forged', { details: { reason } })

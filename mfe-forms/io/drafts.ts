import { DRAFT_PREFIX } from '@tessera/shared/config'
import { DRAFT_FORMAT, isStale, type Draft } from '../domain/draft.ts'

/** A draft before it is stored. */
export type NewDraft = Omit<Draft, 'keptAt' | 'format'>

/** A submission that has no answer yet: what was sent, and with which idempotency key. */
export interface OpenSubmission {
  readonly answers: string
  readonly key: string
}

/** What visitors had typed, by form and page: in the tab's sessionStorage, for a limited time; the host clears them at sign-out. */
export interface Drafts {
  readonly now: () => number
  /** Keep it at once; null removes it. */
  readonly keep: (place: string, draft: NewDraft | null) => void
  /** Stores it within half a second, while the visitor is typing. A call of `keep` replaces it. */
  readonly keepSoon: (place: string, draft: () => NewDraft | null) => void
  /** Not validated; null without a draft. */
  readonly read: (place: string) => unknown
  /** What `keepSubmission` has stored for a form, not validated. */
  readonly readSubmission: (formId: string) => unknown
  readonly keepSubmission: (formId: string, submission: OpenSubmission | null) => void
}

/** On a page of another site nothing is stored: the storage belongs to that site. */
export const NO_DRAFTS: Drafts = {
  now: Date.now,
  keep: () => undefined,
  keepSoon: () => undefined,
  read: () => null,
  readSubmission: () => null,
  keepSubmission: () => undefined,
}

const SOON_MS = 500
const SUBMISSION = 'submission:'

/** Drafts in sessionStorage. If that is disabled or full nothing more is stored, but the form works all the same. */
export function createDrafts(storage: () => Storage, now: () => number = Date.now): Drafts {
  /** What is stored when its timer ends, unless it was replaced by a call of `keep`. */
  const latest = new Map<string, () => NewDraft | null>()
  const write = (place: string, value: object | null) => {
    try {
      dropStale(storage(), now())
      const key = `${DRAFT_PREFIX}${place}`
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, JSON.stringify({ ...value, format: DRAFT_FORMAT, keptAt: now() }))
    } catch {
      // see above
    }
  }
  const read = (place: string): unknown => {
    try {
      dropStale(storage(), now())
      const text = storage().getItem(`${DRAFT_PREFIX}${place}`)
      return text === null ? null : parse(text)
    } catch {
      return null // see above
    }
  }
  const keep: Drafts['keep'] = (place, draft) => {
    latest.delete(place)
    write(place, draft)
  }
  const keepLatest = (place: string) => {
    const draft = latest.get(place)
    if (draft) keep(place, draft())
  }
  return {
    now,
    read,
    keep,
    keepSoon(place, draft) {
      if (!latest.has(place)) setTimeout(keepLatest, SOON_MS, place)
      latest.set(place, draft)
    },
    readSubmission: (formId) => read(SUBMISSION + formId),
    keepSubmission: (formId, submission) => write(SUBMISSION + formId, submission),
  }
}

/** Removes drafts of all forms that are too old, in another format, or invalid. */
function dropStale(storage: Storage, now: number): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(DRAFT_PREFIX) && isStale(parse(storage.getItem(key) ?? ''), now))
      storage.removeItem(key)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

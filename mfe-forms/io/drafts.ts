import { DRAFT_PREFIX } from '@tessera/shared/config'
import { DRAFT_FORMAT, isStale, type Draft } from '../domain/draft.ts'

/** A draft before it is stored. */
export type NewDraft = Omit<Draft, 'keptAt' | 'format'>

/** A submission that has no answer yet: what was sent, and with which idempotency key. */
export interface PendingSubmission {
  readonly answers: string
  readonly key: string
}

/** What visitors had typed, by form and page: in the tab's sessionStorage, for a limited time; the host clears them at sign-out. */
export interface Drafts {
  readonly now: () => number
  /** Saves it at once; null removes it. */
  readonly save: (key: string, draft: NewDraft | null) => void
  /** Stores it within half a second, while the visitor is typing. A call of `save` replaces it. */
  readonly saveSoon: (key: string, draft: () => NewDraft | null) => void
  /** Not validated; null without a draft. */
  readonly read: (key: string) => unknown
  /** What `saveSubmission` has stored for a form, not validated. */
  readonly readSubmission: (formId: string) => unknown
  readonly saveSubmission: (formId: string, submission: PendingSubmission | null) => void
}

/** On a page of another site nothing is stored: the storage belongs to that site. */
export const NO_DRAFTS: Drafts = {
  now: Date.now,
  save: () => undefined,
  saveSoon: () => undefined,
  read: () => null,
  readSubmission: () => null,
  saveSubmission: () => undefined,
}

const SOON_MS = 500
const SUBMISSION = 'submission:'

/** Drafts in sessionStorage. If that is disabled or full nothing more is stored, but the form works all the same. */
export function createDrafts(storage: () => Storage, now: () => number = Date.now): Drafts {
  /** What is stored when its timer ends, unless it was replaced by a call of `save`. */
  const latest = new Map<string, () => NewDraft | null>()
  const access = (key: string, change: (stored: Storage, storageKey: string) => unknown): unknown => {
    try {
      dropStale(storage(), now())
      return change(storage(), DRAFT_PREFIX + key)
    } catch {
      return null // see above
    }
  }
  const write = (key: string, value: object | null) =>
    access(key, (stored, storageKey) =>
      value === null
        ? stored.removeItem(storageKey)
        : stored.setItem(storageKey, JSON.stringify({ ...value, format: DRAFT_FORMAT, keptAt: now() })),
    )
  const read = (key: string): unknown =>
    access(key, (stored, storageKey) => parse(stored.getItem(storageKey) ?? ''))
  const save: Drafts['save'] = (key, draft) => {
    latest.delete(key)
    write(key, draft)
  }
  const saveLatest = (key: string) => {
    const draft = latest.get(key)
    if (draft) save(key, draft())
  }
  return {
    now,
    read,
    save,
    saveSoon(key, draft) {
      if (!latest.has(key)) setTimeout(saveLatest, SOON_MS, key)
      latest.set(key, draft)
    },
    readSubmission: (formId) => read(SUBMISSION + formId),
    saveSubmission: (formId, submission) => write(SUBMISSION + formId, submission),
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

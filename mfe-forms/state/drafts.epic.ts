import { EMPTY, mergeMap, of, onAction, selectUser } from '@tessera/shared/store'
import type { AppEpic } from '@tessera/shared/contract'
import { draftValues, readDraft } from '../domain/draft.ts'
import type { NewDraft } from '../io/drafts.ts'
import * as actions from './form-actions.ts'
import { selectForm, type FormState } from './form-state.ts'
import type { FormsIo } from './submit-form.ts'

type State = Parameters<AppEpic>[1]['value']

const userIdOf = (state: State): string | null => selectUser(state)?.id ?? null

/** Drafts are stored by page too: a form may be on several pages. */
const draftKeyOf = ({ routing }: State, formId: string): string => `${formId}${routing?.currentPath ?? ''}`

/** Actions while the visitor is typing: the draft is stored soon. */
const TYPED = [
  actions.draftRestored,
  actions.valueChanged,
  actions.nextRequested,
  actions.previousRequested,
  actions.changeRequested,
] as const
/** Actions after which the draft is stored at once: the page may be left next, or a crash must not undo them. */
const AT_ONCE = [
  actions.formInterrupted,
  actions.submitRequested,
  actions.submitFinished,
  actions.formRenewed,
  actions.startedAgain,
  actions.startUndone,
] as const

/**
 * Stores what is typed into a form, all the time, so that a reload, a crash or a visit to the sign-in page loses nothing. The draft of a
 * signed-in user stays theirs when their session ends. A form that was sent, or has no input, has no draft.
 */
export const saveDraftEpic: AppEpic<FormsIo> = (action$, state$, { drafts }) => {
  const owners = new Map<string, string>()
  const opened = new Set<string>()
  return onAction(action$, actions.formOpened, ...TYPED, ...AT_ONCE).pipe(
    mergeMap((action) => {
      const { formId } = action.payload
      const form = selectForm(state$.value, formId)
      if (!form?.definition) return EMPTY
      const key = draftKeyOf(state$.value, formId)
      // Earlier input is in the form already when its draft is restored.
      if (actions.formOpened.match(action)) {
        opened.add(key)
        return EMPTY
      }
      const userId = userIdOf(state$.value) ?? owners.get(key) ?? null
      if (userId !== null) owners.set(key, userId)
      if (AT_ONCE.some(({ match }) => match(action))) drafts.save(key, draftOf(form, userId))
      else if (opened.has(key)) drafts.saveSoon(key, () => draftOf(form, userId))
      return EMPTY
    }),
  )
}

function draftOf({ definition, values, pageInfo, submitStatus }: FormState, userId: string | null) {
  const kept = definition && !submitStatus.success ? draftValues(definition, values) : {}
  if (!definition || Object.keys(kept).length === 0) return null
  const { currentPageIndex, review } = pageInfo
  const { contentVersionId } = definition
  return {
    userId,
    currentPageIndex,
    ...(review && { review }),
    values: kept,
    contentVersionId,
  } satisfies NewDraft
}

/**
 * Restores a draft, for the same user only. Without one, or with one that cannot be read, what the form holds is stored: a form that was
 * sent has no draft, and one that was posted without script is newer than any.
 */
export const restoreDraftEpic: AppEpic<FormsIo> = (action$, state$, { drafts }) =>
  onAction(action$, actions.formOpened).pipe(
    mergeMap(({ payload: { formId } }) => {
      const form = selectForm(state$.value, formId)
      if (!form?.definition) return EMPTY
      const key = draftKeyOf(state$.value, formId)
      const isNewer = form.hidden !== undefined || form.submitStatus.success !== null
      const draft = isNewer
        ? null
        : readDraft(drafts.read(key), form.definition, userIdOf(state$.value), drafts.now())
      // What was typed before this script ran is in the form already: it is stored as its owner's, as when a page is left.
      return of(draft ? actions.draftRestored({ formId, draft }) : actions.formInterrupted({ formId }))
    }),
  )

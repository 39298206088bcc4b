import { selectUser, EMPTY, mergeMap, of, onAction } from '@tessera/shared/store'
import type { AppEpic } from '@tessera/shared/contract'
import { draftValues, readDraft } from '../domain/draft.ts'
import { draftRestored, formInterrupted, formOpened } from './form-actions.ts'
import { selectForm } from './form-state.ts'
import type { FormsIo } from './submit-form.ts'

type State = Parameters<AppEpic>[1]['value']

const userIdOf = (state: State): string | null => selectUser(state)?.id ?? null

/** Drafts are stored by page too: a form may be on several pages. */
const placeOf = ({ routing }: State, formId: string): string => `${formId}${routing?.currentPath ?? ''}`

/** Keep what was typed into a form that its visitor has to leave, to sign in above all. Empty forms are not stored. */
export const keepDraftEpic: AppEpic<FormsIo> = (action$, state$, { drafts }) =>
  onAction(action$, formInterrupted).pipe(
    mergeMap(({ payload: { formId } }) => {
      const state = selectForm(state$.value, formId)
      if (!state?.definition || state.submitStatus.success) return EMPTY
      const values = draftValues(state.definition, state.values)
      if (Object.keys(values).length > 0)
        drafts.keep(placeOf(state$.value, formId), {
          userId: userIdOf(state$.value),
          currentPageIndex: state.pageInfo.currentPageIndex,
          values,
        })
      return EMPTY
    }),
  )

/** Restore a draft, for the same user only. */
export const restoreDraftEpic: AppEpic<FormsIo> = (action$, state$, { drafts }) =>
  onAction(action$, formOpened).pipe(
    mergeMap(({ payload: { formId } }) => {
      const form = selectForm(state$.value, formId)?.definition
      const draft =
        form &&
        readDraft(drafts.take(placeOf(state$.value, formId)), form, userIdOf(state$.value), drafts.now())
      return draft ? of(draftRestored({ formId, draft })) : EMPTY
    }),
  )

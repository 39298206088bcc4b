import type { Action, AppEpic } from '@tessera/shared/contract'
import { EMPTY, filter, mergeMap, Observable, onAction } from '@tessera/shared/store'
import { fieldLeft, fileChosen, fileSendRequested, submitFailed, submitRequested } from './form-actions.ts'
import { selectForm } from './form-state.ts'
import type { FormsIo, SendForm } from './submit-form.ts'

/**
 * Sends each form that was accepted for sending, or those of its files that are missing. While it is being sent, further requests for it
 * are ignored; other forms of the page are sent independently.
 */
export const submitFormEpic: AppEpic<FormsIo> = (action$, state$, io) => {
  const pending = new Set<string>()
  let send: SendForm | undefined
  const load = async (): Promise<SendForm> => (send ??= (await io.loadSubmit())(action$, state$, io))
  return onAction(action$, submitRequested, fileSendRequested).pipe(
    filter(
      ({ payload: { formId } }) =>
        selectForm(state$.value, formId)?.submitStatus.isSubmitting === true && !pending.has(formId),
    ),
    mergeMap(({ payload }) => {
      const { formId } = payload
      const request = { isBot: undefined, ...payload, state: state$.value }
      pending.add(formId)
      return new Observable<Action>((out) => {
        void load()
          .then((sendForm) => sendForm(request, (progress) => out.next(progress)))
          .catch(() => submitFailed({ formId, failure: 'no-answer' }))
          .then((action) => {
            pending.delete(formId)
            out.next(action)
            out.complete()
          })
      })
    }),
  )
}

/** Preloads the code that sends forms once the first field has been left. If that fails, it is loaded when it is needed. */
export const preloadSubmitEpic: AppEpic<FormsIo> = (action$, _state$, { loadSubmit }) =>
  onAction(action$, fieldLeft).pipe(
    filter((_left, index) => index === 0),
    mergeMap(() => {
      void loadSubmit().catch(() => undefined)
      return EMPTY
    }),
  )

/** Keeps a chosen file for sending. */
export const storeFileEpic: AppEpic<FormsIo> = (action$, _state$, { files }) =>
  onAction(action$, fileChosen).pipe(
    mergeMap(({ payload: { formId, fieldId, file } }) => {
      files.set(formId, fieldId, file)
      return EMPTY
    }),
  )

import type { FormAnswer, FormConclusion, FormSent, Json } from '@tessera/shared/contract'
import type { FormValues } from '../domain/form-definition.ts'
import { providerOf } from '../domain/form-provider.ts'
import { goChange, type PageInfo } from '../domain/page-info.ts'
import type { PostAnswer, PostIssue } from '../domain/post-answer.ts'
import { readRefusedAnswers } from '../domain/refused-answers.ts'
import { readRedirect } from '../domain/redirect-target.ts'
import { NOT_SENT, type SubmitStatus } from './form-state.ts'
import { readProvider } from './load-form.ts'
import { carriedValues, type PostedState } from './posted-form.ts'

/** Reads the response to a posted form. The messages of the Forms API about refused answers are shown at their fields. */
export function answerOf(provider: string, { status, body }: FormAnswer, state: Json = {}): PostAnswer {
  const posted = state as Partial<PostedState>
  const kind = readProvider(provider)
  const refused = kind === 'forms-api' ? readRefusedAnswers(body, posted.seen ?? []) : null
  return { ...providerOf({ provider: kind }).readAnswer(status, body, posted), ...refused }
}

/** What a visitor without script is shown after a form was sent: its confirmation, or the page with the first problem. */
export function concludeForm({ provider, state, answer, customPost, files }: FormSent): FormConclusion {
  const { seen, ...held } = state as unknown as PostedState
  const read = answer && answerOf(provider, answer, state)
  const filesArrived = !files || (files.errors.length === 0 && files.processed === files.total)
  const isSuccess = read?.isSuccess === true && customPost?.success !== false && filesArrived
  const redirectUrl = isSuccess ? (read.redirectUrl ?? held.submitStatus.redirectOnSuccessUrl) : null
  const submitStatus: SubmitStatus = {
    ...NOT_SENT,
    ...(read ? postStatus(read) : { failure: 'no-answer' }),
    ...(customPost && { customPost: { url: null, ...customPost } }),
    ...(files && { files: { ...files, success: filesArrived, byField: {} } }),
    success: isSuccess,
    redirectOnSuccessUrl: redirectUrl,
  }
  const pageInfo = pageWith(submitStatus.issues, held.pageInfo, seen)
  const concluded = { ...held, pageInfo, submitStatus }
  return {
    isSuccess,
    state: concluded as unknown as Json,
    carried: { ...concluded, values: valuesToCarry(concluded, seen) } as unknown as Json,
    redirectUrl: readRedirect(redirectUrl) ? redirectUrl : null,
  }
}

/** The page with the first of these problems, else the one that the form was sent from. */
function pageWith([issue]: readonly PostIssue[], info: PageInfo, seen: PostedState['seen']): PageInfo {
  const field = issue && seen?.find(({ fieldId }) => fieldId === issue.fieldId)
  return field ? goChange(info, field.pageIndex) : info
}

function valuesToCarry({ values, pageInfo }: PostedState, seen: PostedState['seen'] = []): FormValues {
  const shown = seen.filter(({ pageIndex }) => pageIndex === pageInfo.currentPageIndex)
  return carriedValues(
    values,
    pageInfo,
    shown.map(({ fieldId }) => fieldId),
  )
}

const postStatus = ({
  isSuccess,
  formPostId,
  errors,
  message,
  issues = [],
}: PostAnswer): Partial<SubmitStatus> => ({
  formPostId,
  formData: { url: null, success: isSuccess, errors },
  successMessage: message ?? null,
  issues,
})

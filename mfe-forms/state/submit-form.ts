import type { Action, AppEpic, FormPost } from '@tessera/shared/contract'
import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
import { providerOf } from '../domain/form-provider.ts'
import type { PostAnswer } from '../domain/post-answer.ts'
import type { Drafts } from '../io/drafts.ts'
import type { PostForm, PostOptions } from '../io/post-form.ts'
import type { ChosenFiles } from '../io/chosen-files.ts'
import type { BlockUnload, SendFile, SendNotification } from '../io/send-files.ts'
import {
  COULD_NOT_SEND,
  NOT_SENT,
  type CallStatus,
  type SubmitResult,
  type SubmitStatus,
} from './form-state.ts'
import type { FormLoaders } from './open-form.ts'
import { sendFiles, type FilesToSend } from './send-files.ts'

/** The calls of a submission. */
export interface SubmitIo {
  readonly postForm: PostForm
  readonly sendFile: SendFile
  readonly sendNotification: SendNotification
  readonly blockUnload: BlockUnload
}

/** A form that is to be sent, and the page's state at that moment. */
interface SubmitRequest {
  readonly formId: string
  readonly isBot: boolean | undefined
  readonly state: Parameters<AppEpic>[1]['value']
}

/** Sends a form. Resolves with the resulting action, and reports the progress of files meanwhile. Never rejects. */
export type SendForm = (asked: SubmitRequest, report: (progress: Action) => void) => Promise<Action>

/** Creates the function that sends the forms of one page. */
export type CreateSendForm = (
  action$: Parameters<AppEpic>[0],
  state$: Parameters<AppEpic>[1],
  io: FormsIo,
) => SendForm

/** What the epics of this remote use. */
export interface FormsIo {
  /** Loads the code that loads forms, which few pages need. Rejects if it cannot be loaded. */
  readonly loadLoaders: () => Promise<FormLoaders>
  /** Loads the code that sends forms, which is needed once something is filled in. Rejects if it cannot be loaded. */
  readonly loadSubmit: () => Promise<CreateSendForm>
  readonly files: ChosenFiles
  readonly newIdempotencyKey: () => string
  readonly drafts: Drafts
}

/** What is sent, and what has been sent already: a step that succeeded is not repeated. */
export interface Submission {
  readonly definition: FormDefinition
  readonly values: FormValues
  readonly captchaToken: string | null
  readonly before: SubmitStatus
  readonly options: PostOptions
  readonly files: FilesToSend
}

/**
 * Sends a form: the post, the same body to a second address if the answer names one, the files, and then a notification to the authors.
 * Success needs all but the last. Source: specification 4, Form lifecycle; 7, Form calls 3 to 5.
 * @throws AppError forms/no-answer, forms/timed-out when the post has no answer
 */
export async function submitForm(submission: Submission, io: SubmitIo): Promise<SubmitResult> {
  const { definition, values, captchaToken, before } = submission
  const provider = providerOf(definition)
  const post = provider.post(definition, values, { captchaToken })
  // A second post that failed is the host's to repeat: it gets the same post under the same key, which is stored once.
  const isPosted = before.formData.success && before.customPost.success !== false
  if (isPosted) return afterPost(resultBefore(before), submission, io)
  const { status, body } = await io.postForm(post, submission.options)
  const answer = provider.readAnswer(status, body, definition)
  const posted = resultOf(answer, post, definition)
  if (!answer.isSuccess) return posted
  const customPost = await secondPost(answer, submission, io)
  return afterPost({ ...posted, customPost }, submission, io)
}

const resultBefore = ({
  isSubmitting: _is,
  failure: _failure,
  success: _success,
  ...before
}: SubmitStatus): SubmitResult => ({ ...before, success: true })

function resultOf(answer: PostAnswer, post: FormPost, { redirectUrl }: FormDefinition): SubmitResult {
  const { isSubmitting: _is, failure: _failure, ...rest } = NOT_SENT
  return {
    ...rest,
    success: answer.isSuccess,
    formPostId: answer.formPostId,
    formData: { url: post.path, success: answer.isSuccess, errors: answer.isSuccess ? [] : answer.errors },
    redirectOnSuccessUrl: answer.redirectUrl ?? redirectUrl,
    successMessage: answer.message ?? null,
    refusedWith: answer.refusedWith,
    issues: answer.issues ?? [],
  }
}

/** The second post: made by the host already, or made here. The captcha token is only sent to the first address. */
async function secondPost(answer: PostAnswer, submission: Submission, io: SubmitIo): Promise<CallStatus> {
  const { customPostUrl: url, customPost } = answer
  if (customPost) return { url: url ?? '', ...customPost }
  if (!url) return NOT_SENT.customPost
  return postElsewhere(url, submission, io)
}

async function postElsewhere(
  url: string,
  { definition, values }: Submission,
  { postForm }: SubmitIo,
): Promise<CallStatus> {
  const post = providerOf(definition).post(definition, values, { captchaToken: null })
  try {
    const { status, body } = await postForm({ ...post, path: url })
    const { errors } = providerOf(definition).readAnswer(status, body)
    const success = status >= 200 && status < 300
    return { url, success, errors: success ? [] : errors }
  } catch {
    // The visitor is told that the second post failed; the cause is in the browser's network log.
    return { url, success: false, errors: [] }
  }
}

/** The rest of a submission whose post is stored: its files, if its second post has not failed. */
async function afterPost(
  result: SubmitResult,
  { definition, before, files }: Submission,
  io: SubmitIo,
): Promise<SubmitResult> {
  const { customPost, formPostId } = result
  const versionId = definition.contentVersionId
  if (customPost.success === false) return { ...result, success: false }
  const total = files.list().length
  // Files are sent for a form post: without its id they would be lost.
  if (formPostId === null && total > 0)
    return {
      ...result,
      files: { ...NOT_SENT.files, success: false, errors: [COULD_NOT_SEND], total },
      success: false,
    }
  // If files were named with the post but removed since, its authors are notified all the same.
  const isWithFiles = total > 0 || before.files.total > 0
  if (!isWithFiles || formPostId === null) return { ...result, success: true }
  const sent = await sendFiles({ formPostId, versionId }, files, io)
  if (sent.success) void io.sendNotification(versionId, formPostId)
  return { ...result, files: sent, success: sent.success === true }
}

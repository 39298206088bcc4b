import { formPayload } from '../domain/form-payload.ts'
import type { Form, FormValues } from '../domain/form-model.ts'
import type { Drafts } from '../io/drafts.ts'
import type { PostForm, PostOptions } from '../io/post-form.ts'
import type { SubmitResult } from './form-state.ts'

/** The calls of a submission. */
export interface FormsIo {
  readonly postForm: PostForm
  readonly newIdempotencyKey: () => string
  readonly drafts: Drafts
}

/**
 * Send a form: the post, then the same body to a second address when the answer names one. Success needs both.
 * A form on a page that was made for one person is sent in that person's session. Source: specification 4, Form lifecycle; 7,
 * Form calls 3.
 * @throws AppError forms/no-answer, forms/timed-out when the first post has no answer
 */
export async function submitForm(
  form: Form,
  values: FormValues,
  { postForm }: Pick<FormsIo, 'postForm'>,
  options: PostOptions,
): Promise<SubmitResult> {
  const fields = formPayload(form, values)
  const answer = await postForm(`/REST/UI/FormsModule/postform/${form.contentVersionId}/0`, fields, options)
  const customPostErrors =
    answer.isSuccess && answer.customPostUrl
      ? await postElsewhere(answer.customPostUrl, fields, postForm)
      : null
  return {
    success: answer.isSuccess && customPostErrors === null,
    formPostId: answer.formPostId,
    errors: answer.isSuccess ? [] : answer.errors,
    customPostErrors,
    refusedWith: answer.refusedWith,
    redirectUrl: answer.redirectUrl ?? form.redirectUrl,
  }
}

/** Errors of the second post; null when it succeeded. */
async function postElsewhere(
  url: string,
  fields: ReturnType<typeof formPayload>,
  postForm: PostForm,
): Promise<readonly string[] | null> {
  try {
    const answer = await postForm(url, fields)
    return answer.isSuccess ? null : answer.errors
  } catch {
    // The visitor is told that the second post failed; why is in the network log of the browser.
    return []
  }
}

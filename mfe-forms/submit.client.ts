import { postForm } from './io/post-form.ts'
import { holdPage, sendFile, sendNotification } from './io/send-files.ts'
import { submitForm, type Submission } from './state/submit-form.ts'

/** Sends a form from the browser. @throws AppError forms/no-answer, forms/timed-out, forms/changed */
export const submit = (submission: Submission) =>
  submitForm(submission, { postForm, sendFile, sendNotification, holdPage })

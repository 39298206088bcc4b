import type { FormsPlace } from './io/forms-place.ts'
import { createPostForm } from './io/post-form.ts'
import { createSendFile, createSendNotification, holdPage } from './io/send-files.ts'
import { submitForm, type Submission } from './state/submit-form.ts'

/** Sends forms from the browser. @throws AppError forms/no-answer, forms/timed-out, forms/changed */
export const createSubmit = (place: FormsPlace) => {
  const io = {
    postForm: createPostForm(place),
    sendFile: createSendFile(place),
    sendNotification: createSendNotification(place),
    holdPage,
  }
  return (submission: Submission) => submitForm(submission, io)
}

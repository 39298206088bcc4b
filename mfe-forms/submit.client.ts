import type { FormsPlace } from './io/forms-place.ts'
import { createPostForm } from './io/post-form.ts'
import { createSendFile, createSendNotification, holdPage } from './io/send-files.ts'
import { createSendForm } from './state/send-form.ts'
import type { CreateSendForm } from './state/submit-form.ts'

/** Sends forms from the browser. */
export const createSubmit = (place: FormsPlace): CreateSendForm =>
  createSendForm({
    postForm: createPostForm(place),
    sendFile: createSendFile(place),
    sendNotification: createSendNotification(place),
    holdPage,
  })

import type { FormsEndpoint } from './io/forms-endpoint.ts'
import { createPostForm } from './io/post-form.ts'
import { createSendFile, createSendNotification, blockUnload } from './io/send-files.ts'
import { createSendForm } from './state/send-form.ts'
import type { CreateSendForm } from './state/submit-form.ts'

/** Sends forms from the browser. */
export const createSubmit = (endpoint: FormsEndpoint): CreateSendForm =>
  createSendForm({
    postForm: createPostForm(endpoint),
    sendFile: createSendFile(endpoint),
    sendNotification: createSendNotification(endpoint),
    blockUnload,
  })

import { askData } from '@tessera/shared/spa'
import { createLoadForm } from './io/load-form.ts'

/** Loads a form that its page came without, or whose author has changed it. Rejects when it cannot be had. */
export const loadForm = createLoadForm(askData)

import { askData } from '@tessera/shared/spa'
import { createLoadForm } from './io/load-form.ts'

/** Loads a form that its page was served without, or that its author has changed. Rejects if it cannot be loaded. */
export const loadForm = createLoadForm(askData)

import { askData } from '@tessera/shared/spa'
import { createLoadForm } from './io/load-form.ts'
import { createOpenForm } from './state/open-form.ts'

/** Loads a form that its author has changed. */
export const loadForm = createLoadForm(askData)

/** Loads a form that its page was served without. */
export const openForm = createOpenForm(loadForm)

import type { AppEpic } from '@tessera/shared/contract'
import { loadFormEpic } from './load-form.epic.ts'
import { storeFileEpic, preloadSubmitEpic, submitFormEpic } from './submit-form.epic.ts'

/** Epics of the browser half, on the site and in embeds. */
export const epics = [
  loadFormEpic,
  submitFormEpic,
  preloadSubmitEpic,
  storeFileEpic,
] as readonly AppEpic<never>[]

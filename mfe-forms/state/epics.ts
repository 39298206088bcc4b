import type { AppEpic } from '@tessera/shared/contract'
import { loadFormEpic } from './load-form.epic.ts'
import { keepFileEpic, preloadSubmitEpic, submitFormEpic } from './submit-form.epic.ts'

/** What the browser half does besides showing forms, on the site as in an embed. */
export const epics = [
  loadFormEpic,
  submitFormEpic,
  preloadSubmitEpic,
  keepFileEpic,
] as readonly AppEpic<never>[]

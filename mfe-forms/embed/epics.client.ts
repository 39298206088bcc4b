import type { LateEpics } from '@tessera/shared/embed'
import { withEpics } from '@tessera/shared/store'
import { epics } from '../state/epics.ts'

/** What a form in an embed does once somebody begins to fill it in. */
export const formEpics = (): LateEpics => ({ runner: withEpics(), epics })

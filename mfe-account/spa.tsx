import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { callAccount } from './io/call-account.ts'
import { leavePage } from './io/leave-page.ts'
import { manifest } from './manifest.ts'
import { AccountSlot, slices } from './remote.ts'
import { epics } from './state/epics.ts'
import type { AccountIo } from './state/send-form.ts'

const io: AccountIo = { callAccount, leavePage }

/** The browser half of the remote. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: epics as readonly AppEpic<never>[],
  io,
  lifecycles: createLifecycles(AccountSlot),
}

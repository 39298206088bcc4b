import { changePasswordEpic } from './change-password.epic.ts'
import { confirmEmailEpic } from './confirm-email.epic.ts'
import { leavePageEpic } from './leave-page.epic.ts'
import { registerEpic } from './register.epic.ts'
import { requestResetEpic } from './request-reset.epic.ts'
import { resendVerificationEpic } from './resend-verification.epic.ts'
import { resetPasswordEpic } from './reset-password.epic.ts'
import { signInEpic } from './sign-in.epic.ts'

/** The epics of all flows, one for each. */
export const epics = [
  signInEpic,
  registerEpic,
  requestResetEpic,
  resetPasswordEpic,
  changePasswordEpic,
  resendVerificationEpic,
  confirmEmailEpic,
  leavePageEpic,
] as const

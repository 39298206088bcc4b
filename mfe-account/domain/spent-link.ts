import type { AccountIssue } from '@tessera/shared/contract'

/** Whether a refusal says that the link of a mail does not work (any more): another try with it would be in vain. */
export const isSpentLink = ({ issues }: { readonly issues: readonly AccountIssue[] }): boolean =>
  issues.some(({ code, field }) => code === 'link' || field === 'token')

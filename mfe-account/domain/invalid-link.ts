import type { AccountIssue } from '@tessera/shared/contract'

/** Whether a refusal says that the link of an email is invalid or expired, so that another attempt would fail too. */
export const isInvalidLink = ({ issues }: { readonly issues: readonly AccountIssue[] }): boolean =>
  issues.some(({ code, field }) => code === 'link' || field === 'token')

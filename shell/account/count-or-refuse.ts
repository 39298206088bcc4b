import { accountError } from '../errors.ts'
import type { Accounts } from './accounts.ts'
import type { Attempt } from './rate-limit.server.ts'

/** Count a try before anything is done for it. @throws AppError account/limited with `retryAfterSeconds` */
export async function countOrRefuse({ limit }: Pick<Accounts, 'limit'>, attempt: Attempt): Promise<void> {
  const retryAfterSeconds = await limit.countAttempt(attempt)
  if (retryAfterSeconds !== null) throw accountError('account/limited', { details: { retryAfterSeconds } })
}

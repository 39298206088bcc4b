import type { Logger } from 'pino'
import { toAppError } from '@tessera/shared/contract'
import type { TakenRelease } from '../guard/taken-release.server.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { discardRemotes, START_AGAIN_CODE, type AcceptedSet } from './accepted-set.server.ts'

interface Parts {
  readonly accepted: AcceptedSet
  readonly taken: TakenRelease
  readonly log: Pick<Logger, 'error'>
}

/**
 * A function that is called with the error of a failed start and throws it again. The next start goes by the release document, not by the
 * releases that were served last, of which one may be the cause. Source: docs/decisions/0106.
 */
export async function createFailedStart({
  accepted,
  taken,
  log,
}: Parts): Promise<(error: unknown) => Promise<never>> {
  const before = await accepted.read()
  return async (error) => {
    taken.forget()
    // A start that fails before it has loaded a release does not fail because of one.
    if (taken.hasAny() && (await discardRemotes(accepted, before))) {
      process.exitCode = START_AGAIN_CODE
      log.error(
        errorFacts(toAppError(error)),
        'start failed with the releases that were served last; the next start goes by the release document',
      )
    }
    throw error
  }
}

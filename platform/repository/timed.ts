import { PlatformError } from '../errors.ts'
import { COSTLY_LIMIT_MS, STATEMENT_LIMIT_MS, TOO_SLOW, type Reader } from './connection.ts'

/** Do work on a connection within its time. Throws `platform/too-slow`, or `platform/bad-query` where the question itself was at fault. */
export function timed<T>(reader: Reader, costly: boolean, work: () => T): T {
  reader.startClock(costly ? COSTLY_LIMIT_MS : STATEMENT_LIMIT_MS)
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && error.message.includes(TOO_SLOW))
      throw costly || reader.isHurried()
        ? new PlatformError(
            'platform/bad-query',
            'The query is too costly: ask for whole words, name a content type, or use fewer wildcards',
          )
        : new PlatformError('platform/too-slow', 'The query took too long and was stopped')
    throw error
  }
}

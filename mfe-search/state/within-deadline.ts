import { searchError } from '../errors.ts'
import type { SearchCalls } from './make-call.ts'

/** The part of a slot's deadline in which a search has to have its answers; the rest is for showing what came of it. */
const SHARE_FOR_CALLS = 0.9

/** Why the timer ends early: one error for all, since creating one, with its stack, takes longer than all else here. */
const SETTLED = new Error('settled')

/**
 * Does a search whose calls all end before the deadline of its slot. A call that has no answer by then rejects, and so does one that is
 * made later: if it is the one for results, the search fails and says so itself. Calls are not aborted, since other requests may share
 * them. Without `deadlineMs` or `pause` there is no limit.
 */
export async function withinDeadline<T>(
  calls: SearchCalls,
  search: (calls: SearchCalls) => Promise<T>,
): Promise<T> {
  const { client, customApi, pause, deadlineMs } = calls
  if (!pause || deadlineMs === undefined) return search(calls)
  const settled = new AbortController()
  let isOver = false
  const late = pause(deadlineMs * SHARE_FOR_CALLS, settled.signal).then((): never => {
    isOver = true
    throw searchError('search/deadline', { details: { deadlineMs } })
  })
  late.catch(() => undefined)
  const inTime = <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    isOver ? late : Promise.race([call(), late])
  try {
    return await search({
      ...calls,
      client: {
        search: (query) => inTime(() => client.search(query)),
        taxonomyNodeByPath: (path, options) => inTime(() => client.taxonomyNodeByPath(path, options)),
      },
      ...(customApi && { customApi: (call) => inTime(() => customApi(call)) }),
    })
  } finally {
    settled.abort(SETTLED)
  }
}

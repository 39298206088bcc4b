import { median } from './load.ts'
import { PEOPLE } from './people.ts'
import { postForm } from './sign-in.ts'

/** How long an answer takes for an account that exists, and for one that does not. Medians, milliseconds. */
export interface AccountTiming {
  readonly known: number
  readonly unknown: number
}

/** Sends attempt number `at`, for a person or, with null, for an unknown account. */
type Try = (at: number, person: string | null) => Promise<Response>

/** Sign-ins with a wrong password: the platform must hash one for an unknown account, too. */
export const refusedSignIns = (site: string): Promise<AccountTiming> =>
  inTurns(25, (at, person) =>
    postForm(site, '/account/login', { username: person ?? `nobody${at}`, password: 'not the password' }),
  )

/** Requests for a new password; few, because their number for one account is limited. */
export const resetRequests = (site: string): Promise<AccountTiming> =>
  inTurns(10, (at, person) =>
    postForm(site, '/account/reset', { userEmail: `${person ?? `nobody${at}`}@post.example` }),
  )

/** Attempts in turns, with alternating order. @throws Error when the two answers differ in status or location */
async function inTurns(count: number, send: Try): Promise<AccountTiming> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let at = 0; at < count; at += 1) {
    const person = PEOPLE[at % PEOPLE.length]?.[0] ?? ''
    const answers: string[] = []
    for (const who of at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const start = performance.now()
      const answer = await send(at, who === 'known' ? person : null)
      times[who].push(performance.now() - start)
      answers.push(`${answer.status} ${answer.headers.get('location')}`)
    }
    if (answers[0] !== answers[1]) throw new Error(`not answered alike: ${answers.join(' and ')}`)
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

import { median } from './load.ts'
import { PEOPLE } from './people.ts'
import { postForm } from './sign-in.ts'

/** How long an answer takes for an account that there is, and for one that there is not. Medians, milliseconds. */
export interface AccountTiming {
  readonly known: number
  readonly unknown: number
}

/** What is sent for the try of that number, for a person or for nobody. */
type Try = (at: number, person: string | null) => Promise<Response>

/** Wrong passwords: the platform must hash one for nobody, too. */
export const refusedSignIns = (site: string): Promise<AccountTiming> =>
  inTurns(25, (at, person) =>
    postForm(site, '/account/login', { username: person ?? `nobody${at}`, password: 'not the password' }),
  )

/** Requests for a new password; few, since an account may not be asked for often. */
export const resetRequests = (site: string): Promise<AccountTiming> =>
  inTurns(10, (at, person) =>
    postForm(site, '/account/reset', { userEmail: `${person ?? `nobody${at}`}@post.example` }),
  )

/** Tries in turns, who goes first by turns as well. @throws Error when the two are not answered alike */
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

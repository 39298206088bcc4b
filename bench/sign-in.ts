import { PEOPLE } from './people.ts'
import { median } from './load.ts'

/** Figures of repeated sign-ins. Milliseconds. */
export interface SignIns {
  readonly count: number
  readonly perSecond: number
  readonly p50: number
  readonly max: number
}

let addresses = 0
/** Each attempt has an address of its own, because the bench does not measure the limits for one address. */
const anAddress = (): string => `198.18.${(++addresses >> 8) & 255}.${addresses & 255}`

/** Send an account form as a browser without script does, and read the whole answer. */
export async function postForm(
  site: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const answer = await fetch(site + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': anAddress(),
      origin: site,
    },
    body: new URLSearchParams(fields),
  })
  await answer.arrayBuffer()
  return answer
}

/** Sign in as the form does without script. @returns the cookies, as a request sends them. @throws Error when it is refused */
export async function signIn(site: string, at: number): Promise<string> {
  const [username, password] = PEOPLE[at % PEOPLE.length] ?? PEOPLE[0]
  const answer = await postForm(site, '/account/login', { username, password })
  const location = answer.headers.get('location') ?? ''
  if (answer.status !== 303 || location.includes('error='))
    throw new Error(`${username} cannot sign in: ${answer.status} ${location}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** Sign in `count` times, `atOnce` at a time. */
export async function signInOften(site: string, count: number, atOnce: number): Promise<SignIns> {
  const latencies: number[] = []
  let begun = 0
  const worker = async () => {
    while (begun < count) {
      const start = performance.now()
      await signIn(site, begun++)
      latencies.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  return {
    count,
    perSecond: (count * 1_000) / (performance.now() - start),
    p50: median(latencies),
    max: Math.max(...latencies),
  }
}

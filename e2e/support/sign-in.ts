import type { BrowserContext } from '@playwright/test'

/** Accounts of the demonstration content, with their passwords. */
export const PEOPLE = {
  member: ['a.member', 'Demo-Member-2026!'],
  friend: ['t.friend', 'Demo-Friend-2026!'],
  visitor: ['j.visitor', 'Demo-Visitor-2026!'],
  staff: ['e.lloyd', 'Demo-Staff-2026!'],
  admin: ['admin', 'Demo-Admin-2026!'],
} as const

/**
 * Sign in as the form does without script.
 * @param address the visitor's IP address, for a shell behind a proxy.
 * @returns the cookies, as a request sends them.
 */
export async function signIn(site: string, who: keyof typeof PEOPLE, address?: string): Promise<string> {
  const [username, password] = PEOPLE[who]
  const answer = await fetch(`${site}/account/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: site,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    },
    body: new URLSearchParams({ username, password }),
  })
  const location = answer.headers.get('location') ?? ''
  if (answer.status !== 303 || location.includes('error='))
    throw new Error(`${username} cannot sign in: ${answer.status} ${location}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Sign in in a browser, as the form does without script. */
export async function signInContext(
  context: BrowserContext,
  site: string,
  who: keyof typeof PEOPLE,
  address?: string,
): Promise<void> {
  const pairs = (await signIn(site, who, address)).split('; ').map((pair) => pair.split('='))
  await context.addCookies(
    pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), url: site, sameSite: 'Lax' })),
  )
}

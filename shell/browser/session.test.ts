import { jest } from '@jest/globals'
import { decideSessionStep, fetchSession, type PageInView } from './session.client.ts'

const PUBLIC: PageInView = { path: '/news', statusCode: 200, madeFor: undefined }
const step = (page: Partial<PageInView>, isSignedIn: boolean, isSamePerson = false) =>
  decideSessionStep({ ...PUBLIC, ...page }, { isSignedIn, isSamePerson })

describe('a page when the session changes (specification 4, Authentication; reference security 1.3)', () => {
  it.each([true, false])('that is public stays, signed in: %s', (isSignedIn) => {
    expect(step({}, isSignedIn)).toBe('refresh')
    expect(step({ madeFor: 'visitor' }, isSignedIn)).toBe('refresh')
  })

  it.each([true, false])(
    'that was made for one person is not left to another, signed in: %s',
    (isSignedIn) => {
      expect(step({ madeFor: 'member' }, isSignedIn)).toBe('reload')
    },
  )

  it('stays with the person that it was made for, in a new session', () => {
    expect(step({ madeFor: 'member' }, true, true)).toBe('refresh')
    expect(step({ path: '/account/login' }, true, true)).toBe('refresh')
  })

  it.each([401, 403])(
    'that was refused with %i is asked for again by whoever has signed in',
    (statusCode) => {
      expect(step({ statusCode }, true)).toBe('reload')
      expect(step({ statusCode }, false)).toBe('refresh')
    },
  )

  it('that shows the signed-in user is updated, and a sign-in form stays when no user was signed in', () => {
    expect(step({ path: '/cy/account/login' }, true)).toBe('reload')
    expect(step({ path: '/account/login', madeFor: 'visitor' }, false)).toBe('reload')
    expect(step({ path: '/account/login' }, false)).toBe('refresh')
  })
})

const user = {
  id: 'u1',
  username: 'a.member',
  email: 'a@post.example',
  firstName: 'Ann',
  lastName: 'Member',
  name: 'Ann Member',
  groups: [{ id: 'g1', name: 'Members' }],
  isStaff: false,
}
const credentials = { bearerTokenExpiryDate: '2026-01-01', refreshTokenExpiryDate: '2026-01-15' }

describe('requesting the signed-in user (an outage does not sign users out)', () => {
  const real = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = real
  })
  const answering = (body: unknown, init?: ResponseInit) => {
    globalThis.fetch = jest.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), init)))
  }

  it('tells the user and until when', async () => {
    answering({ isAuthenticated: true, isCertain: true, user, credentials })
    expect(await fetchSession()).toEqual({ user, credentials })
  })

  it('reports that no user is signed in', async () => {
    answering({ isAuthenticated: false, isCertain: true, user: null, credentials: null })
    expect(await fetchSession()).toEqual({ user: null, credentials: null })
  })

  it('reports nothing while the session cannot be verified, or the answer is invalid', async () => {
    answering({ isAuthenticated: false, isCertain: false, user: null, credentials: null })
    expect(await fetchSession()).toBeNull()
    answering({ isCertain: true }, { status: 503 })
    expect(await fetchSession()).toBeNull()
    globalThis.fetch = jest.fn<typeof fetch>(() => Promise.resolve(new Response('<html>')))
    expect(await fetchSession()).toBeNull()
    globalThis.fetch = jest.fn<typeof fetch>(() => Promise.reject(new TypeError('offline')))
    expect(await fetchSession()).toBeNull()
  })
})

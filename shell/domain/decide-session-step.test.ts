import { decideSessionStep, type PageInView } from './decide-session-step.ts'

const PUBLIC: PageInView = { path: '/news', statusCode: 200, madeFor: undefined }
const step = (page: Partial<PageInView>, isSignedIn: boolean, isSamePerson = false) =>
  decideSessionStep({ ...PUBLIC, ...page }, { isSignedIn, isSamePerson })

describe('a page when the session changes (specification 4, Authentication; reference security 1.3)', () => {
  it.each([true, false])('that everybody sees stays, signed in: %s', (isSignedIn) => {
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

  it('that says who is signed in says it anew, and a sign-in form is left alone when nobody was', () => {
    expect(step({ path: '/cy/account/login' }, true)).toBe('reload')
    expect(step({ path: '/account/login', madeFor: 'visitor' }, false)).toBe('reload')
    expect(step({ path: '/account/login' }, false)).toBe('refresh')
  })
})

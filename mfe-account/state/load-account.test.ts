import type { LoadRequest } from '@tessera/shared/contract'
import { catalogues, type AccountMessages } from '../messages/index.ts'
import { accountSlice } from './account.slice.ts'
import { selectAccount } from './account-state.ts'
import { loadAccount } from './load-account.ts'

async function load(view: string, query: Record<string, string> = {}, posted?: Record<string, string>) {
  const request = {
    slot: { id: 'main', view, props: {} },
    query,
    posted,
    route: { currentHostname: 'www.larkmoor.example' },
    messages: catalogues['en-GB'],
  } as unknown as LoadRequest<AccountMessages>
  const result = await loadAccount(request)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => accountSlice.reducer(before, action),
    undefined,
  )
  return { result, state: selectAccount({ account: state }) }
}

describe('account loader (specification 2: redirect_uri, ReturnURL, original_uri)', () => {
  it('keeps where to return to, and the reasons for coming back', async () => {
    const { state, result } = await load('sign-in', { redirect_uri: '/members', error: 'credentials' })
    expect(state.returnPath).toBe('/members')
    expect(state.refusal?.issues).toEqual([{ field: null, code: 'credentials' }])
    expect(result.head).toEqual({ title: 'Error: Sign in to your account', robots: 'noindex' })
  })

  it.each([
    [{ ReturnURL: '/members' }, '/members'],
    [{ ReturnURL: 'https://www.larkmoor.example/members?a=1' }, '/members?a=1'],
    [{ ReturnURL: '/members', redirect_uri: '/news' }, '/members'],
    [{ ReturnURL: 'https://evil.test/', redirect_uri: '/news' }, '/news'],
    [{ ReturnURL: 'https://www.larkmoor.example//evil.test' }, null],
    [{ redirect_uri: 'https://evil.test' }, null],
  ])('honours ReturnURL before redirect_uri after login: %j leads to %j', async (query, path) => {
    expect((await load('sign-in', query)).state.returnPath).toBe(path)
  })

  it.each([
    [{ redirect: '/welcome', redirect_uri: '/news' }, '/welcome'],
    [{ redirect_uri: '/news' }, '/news'],
  ])('honours redirect and redirect_uri after registration: %j leads to %j', async (query, path) => {
    expect((await load('registration', query)).state.returnPath).toBe(path)
  })

  it('drops what is not of this site, and words that are not ours', async () => {
    const { state, result } = await load('sign-in', {
      redirect_uri: 'https://evil.test',
      error: 'Send us your password',
      done: 'Well done',
    })
    expect(state).toMatchObject({ returnPath: null, refusal: null, outcome: null })
    expect(result.head?.title).toBe('Sign in to your account')
  })

  it('shows issues of several fields, how long to wait, and what had been typed', async () => {
    const { state } = await load(
      'registration',
      { error: 'email.invalid,password.too-short,limited', wait: '90' },
      { email: 'asha' },
    )
    expect(state.refusal).toMatchObject({
      issues: [
        { field: 'email', code: 'invalid' },
        { field: 'password', code: 'too-short' },
        { field: null, code: 'limited' },
      ],
      waitSeconds: 90,
    })
    expect(state.posted).toEqual({ email: 'asha' })
    expect(state.refusals).toBe(0)
  })

  it('never says that something went both well and wrong', async () => {
    expect((await load('verify', { done: 'verified' })).state.outcome).toBe('verified')
    expect((await load('verify', { done: 'verified', error: 'link' })).state.outcome).toBeNull()
  })

  it('keeps the token of a mail for the two screens that mails lead to, until it is used up', async () => {
    for (const view of ['reset-password', 'verify']) {
      expect((await load(view, { token: 'abc' })).state.token).toBe('abc')
      expect((await load(view, { token: 'abc', error: 'unavailable' })).state.token).toBe('abc')
      expect((await load(view, { token: 'abc', error: 'link' })).state.token).toBeNull()
      expect((await load(view, { token: 'x'.repeat(5_000) })).state.token).toBeNull()
    }
    expect((await load('sign-in', { token: 'abc' })).state.token).toBeNull()
  })

  it('access denied is a 403 and names the requested page', async () => {
    const { state, result } = await load('access-denied', { original_uri: '/staff' })
    expect(state.requestedPath).toBe('/staff')
    expect(result.status).toBe(403)
  })

  it('loads nothing for the user menu', async () => {
    expect((await load('user-menu')).result).toEqual({})
  })
})

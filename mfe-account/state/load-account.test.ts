import type { LoadRequest } from '@tessera/shared/contract'
import { accountSlice, selectAccount } from './account.slice.ts'
import { loadAccount } from './load-account.ts'

async function load(view: string, query: Record<string, string> = {}) {
  const request = {
    slot: { id: 'main', view, props: {} },
    query,
    language: 'en-GB',
  } as unknown as LoadRequest
  const result = await loadAccount(request)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => accountSlice.reducer(before, action),
    undefined,
  )
  return { result, state: selectAccount({ account: state }) }
}

describe('account loader', () => {
  test('keeps where to return to, and the reason for coming back', async () => {
    const { state, result } = await load('sign-in', { redirect_uri: '/members', error: 'credentials' })
    expect(state).toMatchObject({ returnPath: '/members', problem: 'credentials' })
    expect(result.head?.robots).toBe('noindex')
  })

  test('honours ReturnURL too (specification 2)', async () => {
    expect((await load('sign-in', { ReturnURL: '/members' })).state.returnPath).toBe('/members')
  })

  test('drops what is not of this site, and words that are not ours', async () => {
    const { state } = await load('sign-in', {
      redirect_uri: 'https://evil.test',
      error: 'Send us your password',
    })
    expect(state).toEqual({ returnPath: null, problem: null, requestedPath: null })
  })

  test('access denied is a 403 and names the page that was asked for', async () => {
    const { state, result } = await load('access-denied', { original_uri: '/staff' })
    expect(state.requestedPath).toBe('/staff')
    expect(result.status).toBe(403)
  })

  test('the user menu needs nothing', async () => {
    expect((await load('user-menu')).result).toEqual({})
  })
})

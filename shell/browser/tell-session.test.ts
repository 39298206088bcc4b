import { jest } from '@jest/globals'
import { createBus, createStore, initialUser, selectUser, userSlice } from '@tessera/shared/store'
import { fetchSession } from './fetch-session.client.ts'
import { tellSession } from './tell-session.client.ts'

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

describe('a page that hears of the session (specification 4, Authentication)', () => {
  it('has the user in its state before remotes hear of it, and its defaults again afterwards', () => {
    const store = createStore({ parts: [{ owner: 'shell', slices: [userSlice] }] })
    const bus = createBus()
    const heard: unknown[] = []
    bus.on('session.changed', (event) => heard.push([event, selectUser(store.getState())?.name]))
    tellSession({ user, credentials }, store, bus)
    tellSession({ user: null, credentials: null }, store, bus)
    expect(heard).toEqual([
      [{ isAuthenticated: true }, 'Ann Member'],
      [{ isAuthenticated: false }, undefined],
    ])
    expect(store.getState()).toMatchObject({ user: initialUser })
  })
})

describe('asking who is signed in (issue: an outage signs nobody out)', () => {
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

  it('tells that nobody is', async () => {
    answering({ isAuthenticated: false, isCertain: true, user: null, credentials: null })
    expect(await fetchSession()).toEqual({ user: null, credentials: null })
  })

  it('tells nothing while nobody can make sure, or no good answer comes', async () => {
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

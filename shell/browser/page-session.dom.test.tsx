import { jest } from '@jest/globals'
import { initialUser } from '@tessera/shared/store'
import type { HostState, ServedState, UserState } from '@tessera/shared/contract'
import { initialRoute } from '../state/host-slices.ts'
import { createPageSession } from './session.client.ts'

const user = { id: 'u1', name: 'Ann Member', groups: [] }
const credentials = { bearerTokenExpiryDate: '2026-01-01', refreshTokenExpiryDate: '2026-01-15' }

/** What the app of a signed-in visitor hears of the session when it starts on a page with this state. */
async function userEventsOn(served: Pick<ServedState, 'user'>, madeFor?: 'visitor'): Promise<unknown[]> {
  const state = {
    routing: initialRoute,
    page: { slots: [], ...(madeFor && { madeFor }) },
    ...served,
  } as unknown as ServedState
  const heard: unknown[] = []
  const session = createPageSession({
    state,
    pages: { clear: () => undefined },
    settled: () => Promise.resolve(),
  })
  session.follow({
    state: () => state as HostState,
    dispatchSession: (facts) => heard.push(facts),
    interrupt: () => undefined,
  })
  session.leave()
  await new Promise((resolve) => setTimeout(resolve, 0))
  return heard
}

describe('the state of a page when its app starts for a signed-in visitor (specification 3, User)', () => {
  const real = globalThis.fetch
  beforeEach(() => {
    document.cookie = 'tessera-session=in.1'
    const body = { isCertain: true, user, credentials }
    globalThis.fetch = jest.fn<typeof fetch>(() =>
      Promise.resolve({ ok: true, json: () => Promise.resolve(body) } as Response),
    )
  })
  afterEach(() => {
    document.cookie = 'tessera-session=; max-age=0'
    globalThis.fetch = real
  })

  it.each([[undefined], ['visitor' as const]])(
    'gets the user where it lacks them: made for %s',
    async (madeFor) => {
      expect(await userEventsOn({}, madeFor)).toEqual([{ user, credentials }])
    },
  )

  it('gets the user where the server could not verify the session', async () => {
    expect(await userEventsOn({ user: initialUser })).toEqual([{ user, credentials }])
  })

  it('does not get the user of an answer that came after the visitor has signed out', async () => {
    const facts = {
      ok: true,
      json: () => Promise.resolve({ isCertain: true, user, credentials }),
    } as Response
    globalThis.fetch = jest.fn<typeof fetch>(async () => {
      document.cookie = 'tessera-session=out'
      window.dispatchEvent(new Event('focus'))
      return facts
    })
    expect(await userEventsOn({})).toEqual([])
  })

  it('is left as it is where it has the user, without a request', async () => {
    const own: UserState = { ...initialUser, id: 'u1' }
    expect(await userEventsOn({ user: own }, 'visitor')).toEqual([])
    expect(globalThis.fetch).not.toHaveBeenCalled()
  })
})

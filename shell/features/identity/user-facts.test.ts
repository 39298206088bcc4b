import { AppError, type User } from '@tessera/shared/contract'
import { createUserCache } from './sessions.server.ts'

const USER = { id: 'u1', username: 'a.member', groups: [{ id: 'g1', name: 'Members' }] } as unknown as User
const MINUTE_MS = 60_000

/** User facts with a clock, and a platform that can fail. */
function aCase() {
  const state = { now: 1, calls: 0, isDown: false, hasGroups: true }
  const facts = createUserCache(
    async () => {
      state.calls += 1
      if (state.isDown) throw new AppError('session/unavailable', 'The platform is down')
      return state.hasGroups ? USER : { ...USER, groups: null }
    },
    () => state.now,
  )
  return { state, facts }
}

describe('user data in memory while the platform is down', () => {
  it('stays as it was, and the platform is called once a second, not for every request', async () => {
    const { state, facts } = aCase()
    await facts.of('s1', 'token')
    state.isDown = true
    state.now += MINUTE_MS
    for (let request = 0; request < 5; request += 1) expect(await facts.of('s1', 'token')).toEqual(USER)
    expect(state.calls).toBe(2)
    state.now += 1_001
    await facts.of('s1', 'token')
    expect(state.calls).toBe(3)
    state.isDown = false
    state.now += 1_001
    await facts.of('s1', 'token')
    await facts.of('s1', 'token')
    expect(state.calls).toBe(4)
  })

  it('is unknown after a restart, and then too the platform is called once a second, not for every request', async () => {
    const { state, facts } = aCase()
    state.isDown = true
    for (let request = 0; request < 5; request += 1)
      await expect(facts.of('s1', 'token')).rejects.toMatchObject({ code: 'session/unavailable' })
    expect(state.calls).toBe(1)
    state.now += 1_001
    state.isDown = false
    expect(await facts.of('s1', 'token')).toEqual(USER)
    expect(state.calls).toBe(2)
  })

  it('is requested again once it was removed', async () => {
    const { state, facts } = aCase()
    await facts.of('s1', 'token')
    state.isDown = true
    state.now += MINUTE_MS
    await facts.of('s1', 'token')
    facts.forget('s1')
    await expect(facts.of('s1', 'token')).rejects.toMatchObject({ code: 'session/unavailable' })
    expect(state.calls).toBe(3)
  })
})

describe('user data without groups, because the call for groups alone fails', () => {
  it('is a user without groups where nothing was known, and the groups are there a second after the platform has them again', async () => {
    const { state, facts } = aCase()
    state.hasGroups = false
    for (let request = 0; request < 5; request += 1)
      expect(await facts.of('s1', 'token')).toEqual({ ...USER, groups: [] })
    expect(state.calls).toBe(1)
    state.now += 1_001
    for (let request = 0; request < 5; request += 1)
      expect(await facts.of('s1', 'token')).toEqual({ ...USER, groups: [] })
    expect(state.calls).toBe(2)
    state.hasGroups = true
    state.now += 1_001
    expect(await facts.of('s1', 'token')).toEqual(USER)
    expect(state.calls).toBe(3)
  })

  it('leaves the groups that were known, for fifteen minutes in all', async () => {
    const { state, facts } = aCase()
    await facts.of('s1', 'token')
    state.hasGroups = false
    for (let minute = 1; minute < 15; minute += 1) {
      state.now += MINUTE_MS
      for (let request = 0; request < 5; request += 1) expect(await facts.of('s1', 'token')).toEqual(USER)
    }
    expect(state.calls).toBe(15)
    state.now += MINUTE_MS + 1
    expect(await facts.of('s1', 'token')).toEqual({ ...USER, groups: [] })
  })
})

describe('user data of a session whose bearer token has just been replaced', () => {
  it('is read with the new token, not taken from a call under way with the one that is refused', async () => {
    const answers = new Map([
      ['replaced', Promise.withResolvers<User>()],
      ['new', Promise.withResolvers<User>()],
    ])
    const facts = createUserCache(
      (bearer) => answers.get(bearer)?.promise ?? Promise.reject(new Error(bearer)),
    )
    const late = facts.of('s1', 'replaced')
    const fresh = facts.of('s1', 'new')
    answers.get('replaced')?.reject(new AppError('session/ended', 'The token is refused'))
    answers.get('new')?.resolve(USER)
    await expect(late).rejects.toMatchObject({ code: 'session/ended' })
    expect(await fresh).toEqual(USER)
  })
})

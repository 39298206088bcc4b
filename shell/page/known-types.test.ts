import { createKnownTypes } from './resolve.server.ts'

function aMemory(max = 10) {
  const clock = { now: 0 }
  return { clock, types: createKnownTypes({ max, freshMs: 5_000, now: () => clock.now }) }
}

describe('known content types of paths (design 7: a warm page makes no call)', () => {
  it('keep to themselves what they learnt while the answer that taught it is still used', () => {
    const { clock, types } = aMemory()
    types.set('/news', 'listingPage')
    clock.now = 4_999
    expect(types.get('/news')).toBeUndefined()
    clock.now = 5_000
    expect(types.get('/news')).toBe('listingPage')
  })

  it('do not begin anew when the same is learnt again, but do for another type', () => {
    const { clock, types } = aMemory()
    types.set('/news', 'listingPage')
    clock.now = 4_000
    types.set('/news', 'listingPage')
    clock.now = 6_000
    expect(types.get('/news')).toBe('listingPage')
    types.set('/news', 'contentPage')
    expect(types.get('/news')).toBeUndefined()
  })

  it('evict the path that was requested least recently', () => {
    const { clock, types } = aMemory(1)
    types.set('/news', 'listingPage')
    types.set('/events', 'listingPage')
    clock.now = 5_000
    expect([types.get('/news'), types.get('/events')]).toEqual([undefined, 'listingPage'])
  })
})

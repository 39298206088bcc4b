import { createChangeLog } from './page-cache.server.ts'

describe('changes while a page is being made', () => {
  it('are distinguished from those before it, and from those of other content', () => {
    const log = createChangeLog()
    log.add(['e1'])
    const since = log.mark()
    expect(log.touches(since, () => ['e1'])).toBe(false)
    log.add(['e2', 'e3'])
    expect(log.touches(since, () => ['e1'])).toBe(false)
    expect(log.touches(since, () => ['e1', 'e3'])).toBe(true)
    expect(log.touches(log.mark(), () => ['e3'])).toBe(false)
  })

  it('are supposed when there were more than can be remembered', () => {
    const log = createChangeLog()
    const since = log.mark()
    for (let i = 0; i < 1_001; i += 1) log.add([`e${i}`])
    expect(log.touches(since, () => ['other'])).toBe(true)
    expect(log.touches(log.mark(), () => ['e1000'])).toBe(false)
  })
})

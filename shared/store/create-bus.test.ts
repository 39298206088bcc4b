import { createBus } from './index.ts'

describe('createBus (design 2)', () => {
  it('delivers to every listener although one throws, and tells the handler which event it was', () => {
    const heard: string[] = []
    const errors: unknown[] = []
    const bus = createBus({
      onListenerError: (name, thrown) => errors.push([name, (thrown as Error).message]),
    })
    bus.on('search.performed', () => heard.push('first'))
    bus.on('search.performed', () => {
      throw new Error('deaf')
    })
    bus.on('search.performed', ({ term }) => heard.push(term ?? ''))
    bus.emit('search.performed', { facet: 'all', term: 'bins', totalCount: 3 })
    expect(heard).toEqual(['first', 'bins'])
    expect(errors).toEqual([['search.performed', 'deaf']])
  })

  it('stops delivering to a listener that left, also when it left twice', () => {
    const heard: number[] = []
    const bus = createBus()
    const listener = () => heard.push(1)
    const leave = bus.on('session.changed', listener)
    bus.on('session.changed', listener)
    leave()
    leave()
    bus.emit('session.changed', { isAuthenticated: true })
    expect(heard).toEqual([1])
  })

  it('does not deliver an event to a listener that joined while it passed', () => {
    const heard: string[] = []
    const bus = createBus()
    bus.on('route.requested', () => void bus.on('route.requested', () => heard.push('late')))
    bus.emit('route.requested', { path: '/a' })
    expect(heard).toEqual([])
    bus.emit('route.requested', { path: '/b' })
    expect(heard).toEqual(['late'])
  })

  describe('tells of the page on the screen (route.changed)', () => {
    const news = { path: '/news', title: 'News', statusCode: 200 }
    const told = () => new Promise((resolve) => setTimeout(resolve, 0))

    it('listeners that subscribe later too, once they have the function that unsubscribes', async () => {
      const heard: string[] = []
      const bus = createBus()
      bus.emit('route.changed', news)
      const leave = bus.on('route.changed', ({ path }) => heard.push(`first ${path}`))
      bus.on('route.changed', ({ path }) => heard.push(`second ${path}`))
      expect(heard).toEqual([])
      leave()
      await told()
      expect(heard).toEqual(['second /news'])
    })

    it('once: the newest page alone, and none that does not hold any more', async () => {
      const heard: string[] = []
      const bus = createBus()
      bus.emit('route.changed', news)
      bus.on('route.changed', ({ path }) => heard.push(path))
      bus.emit('route.changed', { ...news, path: '/events' })
      await told()
      expect(heard).toEqual(['/events'])
      bus.retract('route.changed')
      bus.on('route.changed', () => heard.push('of a page that has gone'))
      await told()
      expect(heard).toEqual(['/events'])
    })

    it('no other event is delivered to later listeners', async () => {
      const heard: string[] = []
      const bus = createBus()
      bus.emit('session.changed', { isAuthenticated: true })
      bus.on('session.changed', () => heard.push('late'))
      await told()
      expect(heard).toEqual([])
    })
  })
})

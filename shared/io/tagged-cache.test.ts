import { createTaggedCache } from './tagged-cache.ts'

interface Page {
  readonly tags: readonly string[]
  readonly bytes: number
}

const aCache = (bounds: { readonly maxEntries?: number; readonly maxBytes?: number } = {}) =>
  createTaggedCache<Page>({
    maxEntries: 100,
    maxBytes: 1_000,
    sizeOf: ({ bytes }) => bytes,
    tagsOf: ({ tags }) => tags,
    ...bounds,
  })
const page = (tags: readonly string[], bytes = 10): Page => ({ tags, bytes })

describe('values that are dropped by tag (reference security 4.1)', () => {
  it('drops what carries the tag and leaves everything else', () => {
    const cache = aCache()
    cache.set('/a', page(['e1', 'ct']))
    cache.set('/b', page(['e2', 'ct']))
    cache.set('/c', page(['e3']))
    expect(cache.dropByTags(['e1', 'unknown'])).toBe(1)
    expect(cache.get('/a')).toBeUndefined()
    expect(cache.dropByTags(['ct'])).toBe(1)
    expect(cache.get('/c')).toBeDefined()
    expect(cache.size).toBe(1)
  })

  it('drops a value once when several of its tags are named', () => {
    const cache = aCache()
    cache.set('/a', page(['e1', 'e2', 'e2']))
    expect(cache.dropByTags(['e1', 'e2'])).toBe(1)
  })

  it('forgets the tags of a value that was replaced, deleted or pushed out', () => {
    const cache = aCache({ maxEntries: 2 })
    cache.set('/a', page(['old']))
    cache.set('/a', page(['new']))
    cache.set('/b', page(['b']))
    cache.delete('/b')
    expect(cache.dropByTags(['old', 'b'])).toBe(0)
    cache.set('/c', page(['c']))
    cache.set('/d', page(['d']))
    expect(cache.dropByTags(['new'])).toBe(0)
    expect(cache.dropByTags(['c', 'd'])).toBe(2)
  })

  it('keeps within its bytes, and refuses what is larger than all of them', () => {
    const cache = aCache({ maxBytes: 100 })
    for (const key of ['/a', '/b', '/c']) cache.set(key, page(['t'], 40))
    expect(cache.bytes).toBeLessThanOrEqual(100)
    expect(cache.get('/a')).toBeUndefined()
    expect(cache.set('/large', page(['l'], 200))).toBe(false)
    expect(cache.dropByTags(['l'])).toBe(0)
  })

  it('finds one tag among 100,000 values without touching the others', () => {
    const cache = aCache({ maxEntries: 100_000, maxBytes: 10_000_000 })
    for (let i = 0; i < 100_000; i += 1) cache.set(`/${i}`, page([`e${i}`, 'site']))
    expect(cache.dropByTags(['e5'])).toBe(1)
    expect(cache.size).toBe(99_999)
    expect(cache.dropByTags(['site'])).toBe(99_999)
  })
})

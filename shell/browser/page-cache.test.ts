import { createPageCache, type PageAnswer } from './fetch-page.client.ts'

function aCache({ failing = new Set<string>(), status = 200 } = {}) {
  const server = { status }
  const clock = { now: 0 }
  const fetched: string[] = []
  const cache = createPageCache(
    async (key) => {
      fetched.push(key)
      if (failing.has(key)) throw new TypeError('Failed to fetch')
      return { status: server.status, key, copy: fetched.length } as unknown as PageAnswer
    },
    () => clock.now,
  )
  const take = (key: string) => cache.take(key, new AbortController().signal)
  return { cache, clock, fetched, take, failing, server }
}

describe('createPageCache (design 2: prefetch on intent)', () => {
  it('fetches a page once for many signs of intent, and gives it to the click', async () => {
    const { cache, fetched, take } = aCache()
    cache.prefetch('/news')
    cache.prefetch('/news')
    expect(await take('/news')).toMatchObject({ key: '/news', copy: 1 })
    expect(fetched).toEqual(['/news'])
  })

  it('gives a page away once: the next click fetches it anew, a pointer that still rests there does not', async () => {
    const { cache, fetched, take } = aCache()
    await take('/news')
    cache.prefetch('/news')
    expect(fetched).toEqual(['/news'])
    await take('/news')
    expect(fetched).toEqual(['/news', '/news'])
  })

  it('does not use a page that is older than 20 seconds', async () => {
    const { cache, clock, fetched, take } = aCache()
    cache.prefetch('/news')
    clock.now = 19_999
    cache.prefetch('/news')
    expect(fetched).toHaveLength(1)
    clock.now = 20_000
    expect(await take('/news')).toMatchObject({ key: '/news', copy: 2 })
  })

  it('keeps the eight newest pages', async () => {
    const { cache, fetched, take } = aCache()
    for (let n = 1; n <= 9; n++) cache.prefetch(`/page-${n}`)
    await take('/page-2')
    expect(fetched).toHaveLength(9)
    await take('/page-1')
    expect(fetched).toHaveLength(10)
  })

  it('asks again at the click for what failed in advance', async () => {
    const { cache, failing, take } = aCache({ failing: new Set(['/news']) })
    cache.prefetch('/news')
    const taken = take('/news')
    failing.clear()
    expect(await taken).toMatchObject({ key: '/news', copy: 2 })
  })

  it('asks again at the click when the server failed in advance', async () => {
    const { cache, server, fetched, take } = aCache({ status: 503 })
    cache.prefetch('/news')
    const taken = take('/news')
    server.status = 200
    expect(await taken).toMatchObject({ status: 200, copy: 2 })
    server.status = 500
    cache.prefetch('/other')
    await new Promise((resolve) => setTimeout(resolve))
    cache.prefetch('/other')
    expect(fetched).toEqual(['/news', '/news', '/other', '/other'])
  })

  it('drops pages that were fetched for another user (specification 4, Authentication)', async () => {
    const { cache, fetched, take } = aCache()
    cache.prefetch('/news')
    cache.clear()
    expect(await take('/news')).toMatchObject({ copy: 2 })
    expect(fetched).toEqual(['/news', '/news'])
  })

  it('asks again for a page that was on its way then', async () => {
    const { cache, take } = aCache()
    const page = take('/news')
    cache.clear()
    expect(await page).toMatchObject({ copy: 2 })
  })
})

import { withAnswerCache } from './answer-cache.ts'
import type { Readers } from './pools.ts'
import type { EntryTask } from './read-tasks.ts'

const task = (id: string, visitor: readonly string[] | null = null): EntryTask => ({
  ids: [id],
  language: 'en-GB',
  status: 'published',
  readAccess: { projectId: 'p', visitor, canReadLatest: false },
  entryView: {
    limit: { only: null, paths: [], except: new Set(), exceptPaths: [], sys: null },
    depths: { depth: 0, fields: new Map() },
  },
})

function countingReaders(fail = false): { readonly readers: Readers; readonly asked: string[] } {
  const asked: string[] = []
  const readers = {
    entries: async (one: EntryTask) => {
      asked.push(one.ids[0] ?? '')
      if (fail) throw new Error('no')
      return { bodies: { [one.ids[0] ?? '']: 'x'.repeat(100) }, used: [], undelivered: [] }
    },
  }
  return { readers: readers as unknown as Readers, asked }
}

describe('the cache of answers (protocol notes 4.6)', () => {
  test('equal requests are answered once, also while the first is running', async () => {
    const { readers, asked } = countingReaders()
    const cached = withAnswerCache(readers)
    await Promise.all([cached.entries(task('a')), cached.entries(task('a'))])
    await cached.entries(task('a'))
    expect(asked).toEqual(['a'])
  })

  test('another visitor or other fields make another request', async () => {
    const { readers, asked } = countingReaders()
    const cached = withAnswerCache(readers)
    const one = task('a')
    await cached.entries(one)
    await cached.entries(task('a', ['group']))
    await cached.entries({
      ...one,
      entryView: { ...one.entryView, limit: { ...one.entryView.limit, only: new Set(['title']) } },
    })
    await cached.entries({
      ...one,
      entryView: { ...one.entryView, depths: { depth: 0, fields: new Map([['x', 1]]) } },
    })
    expect(asked).toHaveLength(4)
  })

  test('failures are not cached, old answers are requested again, and the least recently used are dropped', async () => {
    const failing = countingReaders(true)
    const first = withAnswerCache(failing.readers)
    await expect(first.entries(task('a'))).rejects.toThrow('no')
    await expect(first.entries(task('a'))).rejects.toThrow('no')
    expect(failing.asked).toHaveLength(2)
    const stale = countingReaders()
    const second = withAnswerCache(stale.readers, { maxBytes: 1e6, lifetimeMs: 0 })
    await second.entries(task('a'))
    await second.entries(task('a'))
    expect(stale.asked).toHaveLength(2)
    const small = countingReaders()
    const third = withAnswerCache(small.readers, { maxBytes: 900, lifetimeMs: 60_000 })
    for (const id of ['a', 'b', 'c', 'd', 'a']) await third.entries(task(id))
    expect(small.asked).toEqual(['a', 'b', 'c', 'd', 'a'])
  })
})

import { createDrafts } from './drafts.ts'

const draft = { userId: 'u1', currentPageIndex: 0, values: { a: 'x' } }
const clock = { now: 5_000_000 }
const drafts = createDrafts(
  () => sessionStorage,
  () => clock.now,
)

beforeEach(() => sessionStorage.clear())

describe('drafts of forms in a tab', () => {
  test('are kept by form, and given back once', () => {
    drafts.keep('1', draft)
    drafts.keep('2', { ...draft, userId: null })
    expect(drafts.take('1')).toEqual({ ...draft, keptAt: clock.now })
    expect(drafts.take('1')).toBeNull()
    expect(sessionStorage).toHaveLength(1)
  })

  test('are dropped when they are an hour old or no drafts, whichever form is asked for', () => {
    drafts.keep('1', draft)
    sessionStorage.setItem('tessera-draft:odd', 'not json')
    sessionStorage.setItem('other', 'stays')
    clock.now += 3_600_001
    expect(drafts.take('2')).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual(['other'])
  })

  test('are none where storage is switched off or full', () => {
    const off = createDrafts(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(() => off.keep('1', draft)).not.toThrow()
    expect(off.take('1')).toBeNull()
  })
})

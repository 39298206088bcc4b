import { jest } from '@jest/globals'
import { DRAFT_FORMAT, DRAFT_LIFETIME_MS } from '../domain/draft.ts'
import { createDrafts } from './drafts.ts'

const draft = { userId: 'u1', currentPageIndex: 0, values: { a: 'x' }, contentVersionId: '69' }
const clock = { now: 5_000_000 }
const drafts = createDrafts(
  () => sessionStorage,
  () => clock.now,
)
const stored = (more: object = {}) => ({ ...draft, keptAt: clock.now, format: DRAFT_FORMAT, ...more })

beforeEach(() => {
  jest.useFakeTimers()
  sessionStorage.clear()
})
afterEach(() => jest.useRealTimers())

describe('drafts of forms in a tab', () => {
  test('are kept by form until they are removed', () => {
    drafts.save('1', draft)
    drafts.save('2', { ...draft, userId: null })
    expect(drafts.read('1')).toEqual(stored())
    expect(drafts.read('1')).toEqual(stored())
    drafts.save('1', null)
    expect(drafts.read('1')).toBeNull()
    expect(sessionStorage).toHaveLength(1)
  })

  test('are stored within half a second while the visitor types, for as long as they type', () => {
    for (let key = 1; key <= 4; key += 1) {
      drafts.saveSoon('1', () => ({ ...draft, values: { a: 'x'.repeat(key) } }))
      jest.advanceTimersByTime(200)
    }
    expect(drafts.read('1')).toEqual(stored({ values: { a: 'xxx' } }))
    jest.advanceTimersByTime(500)
    expect(drafts.read('1')).toEqual(stored({ values: { a: 'xxxx' } }))
  })

  test('what is kept or removed at once is not overwritten by what was typed before', () => {
    drafts.saveSoon('1', () => draft)
    drafts.save('1', null)
    jest.advanceTimersByTime(1_000)
    expect(drafts.read('1')).toBeNull()
  })

  test('are dropped when they are a day old, of another format or invalid, whichever form is loaded', () => {
    drafts.save('1', draft)
    sessionStorage.setItem('tessera-draft:odd', 'not json')
    sessionStorage.setItem('tessera-draft:newer', JSON.stringify(stored({ format: DRAFT_FORMAT + 1 })))
    sessionStorage.setItem('other', 'stays')
    expect(drafts.read('2')).toBeNull()
    expect(Object.keys(sessionStorage)).toHaveLength(2)
    clock.now += DRAFT_LIFETIME_MS + 1
    expect(drafts.read('2')).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual(['other'])
  })

  test('the key of a submission without an answer is kept as long', () => {
    drafts.saveSubmission('1', { answers: 'a', key: 'k' })
    expect(drafts.readSubmission('1')).toMatchObject({ answers: 'a', key: 'k' })
    drafts.saveSubmission('1', null)
    expect(drafts.readSubmission('1')).toBeNull()
  })

  test('are none where storage is switched off, full or absent', () => {
    const off = createDrafts(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const none = createDrafts(() => undefined as unknown as Storage)
    for (const blocked of [off, none]) {
      expect(() => blocked.save('1', draft)).not.toThrow()
      expect(() => blocked.saveSubmission('1', { answers: '', key: '' })).not.toThrow()
      expect(blocked.read('1')).toBeNull()
    }
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(() => drafts.save('1', draft)).not.toThrow()
    expect(drafts.read('1')).toBeNull()
    setItem.mockRestore()
  })
})

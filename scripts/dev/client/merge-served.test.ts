import { mergeServed } from './merge-served.ts'

const before = { label: 'Name', fields: [{ id: 'a', value: '' }], count: 1 }

describe('what has changed on the server, in the state of an open page', () => {
  it('comes beside what the visitor has done', () => {
    const state = { ...before, fields: [{ id: 'a', value: 'Ada' }], own: true }
    const now = { ...before, label: 'Full name', fields: [{ id: 'b', value: '' }] }
    expect(mergeServed(before, now, state)).toEqual({
      label: 'Full name',
      fields: [{ id: 'b', value: 'Ada' }],
      count: 1,
      own: true,
    })
  })

  it('is the same state where nothing has changed', () => {
    const state = { ...before, label: 'typed' }
    expect(mergeServed(before, structuredClone(before), state)).toBe(state)
  })

  it('is taken whole for a list of another length', () => {
    const now = {
      ...before,
      fields: [
        { id: 'a', value: '' },
        { id: 'b', value: '' },
      ],
    }
    expect(mergeServed(before, now, { ...before, fields: [{ id: 'a', value: 'Ada' }] })).toEqual(now)
  })

  it('goes where the server no longer says it', () => {
    expect(mergeServed(before, { label: 'Name' }, before)).toEqual({ label: 'Name' })
  })
})

import { createAction, defineSlice } from './index.ts'

const added = createAction<number>('test/added')
const doubled = createAction('test/doubled')
const cleared = createAction('test/cleared')

const slice = defineSlice('sum', { sum: 1 }, (on) => {
  on(added, ({ sum }, { payload }) => ({ sum: sum + payload }))
  on([doubled, cleared], ({ sum }, { type }) => ({ sum: type === 'test/doubled' ? sum * 2 : 0 }))
})

describe('defineSlice (docs/decisions/0026)', () => {
  it('begins with its initial state, and follows the actions that it names', () => {
    expect(slice.key).toBe('sum')
    const first = slice.reducer(undefined, { type: '@@init' })
    expect(first).toEqual({ sum: 1 })
    const states = [added(4), doubled(), cleared()].map((action) => slice.reducer({ sum: 2 }, action))
    expect(states).toEqual([{ sum: 6 }, { sum: 4 }, { sum: 0 }])
  })

  it('keeps the very state for every other action, so that nothing renders again', () => {
    const state = { sum: 3 }
    expect(slice.reducer(state, { type: 'test/unknown' })).toBe(state)
  })

  it('leaves what it is given as it is: nothing is frozen or copied', () => {
    const payload = { items: [{ id: 1 }] }
    const loaded = createAction<typeof payload>('test/loaded')
    const list = defineSlice('list', payload, (on) => {
      on(loaded, (_, action) => action.payload)
    })
    expect(list.reducer(undefined, loaded(payload))).toBe(payload)
    expect(Object.isFrozen(payload.items)).toBe(false)
  })
})

import { consultationEnd, planningSteps, streetOf } from './planning.ts'
import type { PlanningModel } from './page-model.ts'

const model: PlanningModel = {
  title: 'Loft conversion',
  received: '2026-06-09T16:16:00Z',
  consultationEnds: '2026-07-14T00:00:00Z',
  documents: [],
  blocks: [],
}
const statesOf = (given: Partial<PlanningModel>, isOpen: boolean) =>
  planningSteps({ ...model, ...given }, isOpen).map(({ step, state }) => `${step} ${state}`)

describe('how far a planning application is', () => {
  it('is received, open for comment, and then decided', () => {
    expect(statesOf({}, true)).toEqual(['received done', 'consultation current', 'decision to-come'])
    expect(statesOf({}, false)).toEqual(['received done', 'consultation done', 'decision current'])
    expect(statesOf({ decided: '2026-08-01' }, false)).toEqual([
      'received done',
      'consultation done',
      'decision done',
    ])
    expect(planningSteps({ title: 'A', documents: [], blocks: [] }, false)).toEqual([
      { step: 'decision', state: 'current' },
    ])
  })

  it('takes comments until the last day of its consultation is over where the council is, and none once it is decided', () => {
    expect(consultationEnd(model)).toBe(Date.parse('2026-07-14T23:00:00Z'))
    expect(consultationEnd({ ...model, decided: '2026-07-01' })).toBeNull()
  })

  it.each([
    ['54 Cordwainer Row, Larkmoor', 'Cordwainer Row'],
    ['Upper Hafod Farm, Nightjar Avenue, Larkmoor', 'Nightjar Avenue'],
    ['Land east of Holly Rise, Hollin Cross', 'Holly Rise'],
    ['12a Eel Row', 'Eel Row'],
    ['12', null],
  ])('is in the street of its address: %p in %p', (address, street) => {
    expect(streetOf(address)).toBe(street)
  })
})

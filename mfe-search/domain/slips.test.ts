import { countSlips } from './slips.ts'

const slips = (a: string, b: string) => countSlips(a, b, 9)

describe('slips of typists and spellers (docs/decisions/0039)', () => {
  test.each([
    ['council', 'council', 0],
    ['counsil', 'council', 0.5],
    ['kouncil', 'council', 0.5],
    ['councill', 'council', 0.5],
    ['coucnil', 'council', 0.75],
    ['council', 'councol', 0.5],
    ['couxcil', 'council', 1],
    ['coumcil', 'council', 0.5],
    ['coincil', 'council', 0.5],
    ['cuncil', 'council', 0.75],
    ['coucil', 'council', 1],
    ['rythm', 'rhythm', 0.5],
    ['ridge', 'fridge', 1.75],
    ['nicked', 'kicked', 1.75],
    ['engine', 'online', 2.25],
  ])('from %s to %s they count %d, there and back', (a, b, expected) => {
    expect(slips(a, b)).toBe(expected)
    expect(slips(b, a)).toBe(expected)
  })

  test('no more are counted than are asked about', () => {
    expect(countSlips('recycling', 'birthday', 2)).toBe(2)
    expect(countSlips('', 'abc', 1)).toBeGreaterThanOrEqual(1)
  })
})

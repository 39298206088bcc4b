import { editDistance } from './edit-distance.ts'

const distance = (a: string, b: string) => editDistance(a, b, 9)

describe('weighted edit distance of spelling mistakes (docs/decisions/0039)', () => {
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
  ])('from %s to %s it is %d in both directions', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected)
    expect(distance(b, a)).toBe(expected)
  })

  test('is not calculated beyond the maximum', () => {
    expect(editDistance('recycling', 'birthday', 2)).toBe(2)
    expect(editDistance('', 'abc', 1)).toBeGreaterThanOrEqual(1)
  })
})

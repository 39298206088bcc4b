import { matchWildcard, metresBetween } from './connection.ts'
import { countEdits, createVocabulary, expandFuzzy } from './fuzzy.ts'

describe('matching (protocol 1.12, 1.13)', () => {
  test.each([
    ['*fern*', 'boston fern', true],
    ['b*fern', 'boston fern', true],
    ['s?lver', 'silver', true],
    ['s?lver', 'slver', false],
    ['', '', true],
    ['*', '', true],
    ['?', '', false],
    ['a*b*c', 'axxbxxd', false],
  ])('the pattern %j and %j: %s', (pattern, text, expected) => {
    expect(matchWildcard(pattern, text)).toBe(expected)
  })

  test('a hostile pattern over a long text is evaluated at once', () => {
    // Trying all combinations would take longer than a lifetime.
    const started = performance.now()
    expect(matchWildcard(`${'*a'.repeat(200)}*b`, 'a'.repeat(8000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  test.each([
    ['lavander', 'lavender', 1],
    ['fren', 'fern', 1],
    ['fern', 'fern', 0],
    ['fern', 'moss', 3],
  ])('%s and %s are %d edits apart, up to the limit', (a, b, edits) => {
    expect(countEdits(a, b, 2)).toBe(edits)
  })

  test('short words must be exact, medium ones may differ by one edit, long ones by two', () => {
    const words = createVocabulary(['ox', 'of', 'fern', 'fenr', 'moss', 'lavender', 'lavendre'])
    expect(expandFuzzy('ox', words)).toEqual(['ox'])
    expect(expandFuzzy('fern', words)).toEqual(['fern', 'fenr'])
    expect(expandFuzzy('lavandre', words)).toEqual(['lavendre', 'lavender'])
  })

  test('distance is measured on the sphere', () => {
    expect(metresBetween(51.5074, -0.1278, 48.8566, 2.3522) / 1000).toBeCloseTo(343.56, 0)
  })
})

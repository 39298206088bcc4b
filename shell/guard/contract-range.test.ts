import { satisfies } from './contract-range.ts'

describe('contract range', () => {
  it.each([
    ['1.2.0', '^1.0.0', true],
    ['1.2.0', '^1.2.0', true],
    ['1.2.0', '^1.3.0', false],
    ['1.2.0', '^1.2.1', false],
    ['2.0.0', '^1.0.0', false],
    ['1.0.0', '>=1', false],
    ['1.0.0', '*', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected)
  })
})

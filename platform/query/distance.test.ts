import { readDistance } from './distance.ts'

describe('distances (protocol 1.12)', () => {
  it.each([
    ['1mi', 1609.344],
    ['1 mile', 1609.344],
    ['2miles', 3218.688],
    ['1yd', 0.9144],
    ['1ft', 0.3048],
    ['1in', 0.0254],
    ['1.5km', 1500],
    ['.5mi', 804.672],
    ['1kilometres', 1000],
    ['7m', 7],
    ['7', 7],
    ['1cm', 0.01],
    ['1mm', 0.001],
    ['1NM', 1852],
    ['1nmi', 1852],
    ['1nauticalmiles', 1852],
  ])('%s are %d metres', (text, metres) => {
    expect(readDistance(text)?.metres).toBe(metres)
  })

  it.each(['', 'mi', '-1mi', '1 parsec', '1e3m', '1mi2'])('%j is none', (text) => {
    expect(readDistance(text)).toBeNull()
  })
})

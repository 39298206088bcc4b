import { measureShell } from '../structure/measure-shell.ts'

describe('the layout of the shell (docs/decisions/0029)', () => {
  const shell = measureShell()

  it('has no two folders that import each other', () => {
    expect(shell.twoWayPairs).toEqual([])
  })

  it('has no function over 60 lines, and no limit of size switched off', () => {
    expect(shell.longestFunction.lines).toBeLessThanOrEqual(60)
    expect(shell.switchedOff).toEqual([])
  })
})

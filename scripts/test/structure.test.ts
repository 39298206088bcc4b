import { isLater, measureShell } from '../structure/measure-shell.ts'
import { pageFiles } from '../structure/page-files.ts'

describe('the layout of the shell (docs/decisions/0029)', () => {
  const shell = measureShell()

  it('has at most 160 source files, but for what came later', () => {
    expect(shell.files).toBeLessThanOrEqual(160)
  })

  it('has no two folders that import each other', () => {
    expect(shell.twoWayPairs).toEqual([])
  })

  it('has no function over 60 lines, and no limit of size switched off', () => {
    expect(shell.longestFunction.lines).toBeLessThanOrEqual(60)
    expect(shell.switchedOff).toEqual([])
  })

  it('runs at most 45 files of the shell for an uncached page', () => {
    const files = pageFiles()
    const ofTheShell = files.filter((file) => file.startsWith('shell/') && !isLater(file))
    process.stdout.write(
      `an uncached page runs ${ofTheShell.length} files of the shell and ${files.length - ofTheShell.length} others\n`,
    )
    expect(ofTheShell.length).toBeGreaterThan(20)
    expect(ofTheShell.length).toBeLessThanOrEqual(45)
  })
})

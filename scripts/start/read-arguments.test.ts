import { readArguments, refuseOthers } from './read-arguments.ts'

const OPTIONS = { to: { type: 'string' }, keep: { type: 'boolean' } } as const

describe('the arguments of a command', () => {
  it('are its options, and so many words as it asks for', () => {
    const { values, positionals } = readArguments(OPTIONS, 1, '', ['mfe-search', '--to', 'there', '--keep'])
    expect({ ...values }).toEqual({ to: 'there', keep: true })
    expect(positionals).toEqual(['mfe-search'])
  })

  it.each([
    [['--prot', '1'], "Unknown option '--prot'. Options: --to, --keep."],
    [['--to'], "Option '--to <value>' argument missing. Options: --to, --keep."],
    [['one', 'two'], "Unexpected argument 'two'."],
  ])('%j are refused in one line', (args, line) => {
    expect(() => readArguments(OPTIONS, 1, '', args)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(line) }),
    )
  })

  it('of a command without options are none', () => {
    expect(() => readArguments({}, 0, '', ['--now'])).toThrow("Unknown option '--now'. It has no options.")
    expect(() => readArguments({}, 0, '', ['now'])).toThrow("Unexpected argument 'now'.")
  })

  it('are only those of the one command of several', () => {
    expect(() => refuseOthers('log', { to: 'there' }, ['to'])).not.toThrow()
    expect(() => refuseOthers('log', { to: 'there', keep: true }, ['to'])).toThrow(
      '"log" takes no --keep. Options: --to.',
    )
  })
})

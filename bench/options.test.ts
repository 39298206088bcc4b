import { readOptions, SECTIONS } from './options.ts'

describe('the options of npm run bench', () => {
  it('are everything unless something is asked for', () => {
    expect(readOptions([])).toEqual({ isQuick: false, sections: SECTIONS, entries: 0, json: null })
  })

  it('leave out Lighthouse when it has to be quick, unless it is named', () => {
    expect(readOptions(['--quick']).sections).not.toContain('lighthouse')
    expect(readOptions(['--quick', '--only', 'lighthouse']).sections).toEqual(['lighthouse'])
  })

  it('measure pages of other sites too', () => {
    expect(readOptions(['--only', 'embeds']).sections).toEqual(['embeds'])
  })

  it('may name how many entries a search has behind it', () => {
    expect(readOptions(['--entries', '1000000']).entries).toBe(1_000_000)
    expect(() => readOptions(['--entries', '1e6'])).toThrow('--entries needs a whole number')
  })

  it('take sections in the order given, and a file for the figures', () => {
    const options = readOptions(['--only', 'bytes', '--only', 'memory', '--json', '/tmp/figures.json'])
    expect(options).toMatchObject({ sections: ['bytes', 'memory'], json: '/tmp/figures.json' })
  })

  it.each([
    [['--only', 'speed'], /^--only knows throughput, .*, not "speed"\.$/],
    [['--fast'], /Unknown option '--fast'\. Options: --quick, /],
  ])('say in one line what is wrong with %j', (args, line) => {
    expect(() => readOptions(args)).toThrow(line)
  })
})

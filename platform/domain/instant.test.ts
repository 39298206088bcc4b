import { spawnSync } from 'node:child_process'
import { readInstant } from './instant.ts'

describe('dates of content (protocol 1.12)', () => {
  test.each([
    ['2003-07-12', '2003-07-12T00:00:00.000Z'],
    ['2010-05-05T10:00', '2010-05-05T10:00:00.000Z'],
    ['2005-11-02T08:14:03.1234567+01:00', '2005-11-02T07:14:03.123Z'],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00.000Z'],
    ['0079-08-24', '0079-08-24T00:00:00.000Z'],
    ['0100-01-01', '0100-01-01T00:00:00.000Z'],
    ['2004-12-31T24:00', '2005-01-01T00:00:00.000Z'],
    ['2004-02-29', '2004-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(readInstant(text) ?? Number.NaN).toISOString()).toBe(expected)
  })

  test.each([
    ...['', '5', 'May 5 2010', '12:30', '2010-13-01', '2010-00-01', '2010-01-00', '2003-02-31', '2100-02-29'],
    ...[
      '2010-01-01T25:00',
      '2010-01-01T24:01',
      '2010-01-01T24:00:30',
      '2010-01-01T08:75',
      '2010-01-01T08:00:75',
    ],
  ])('%p is none', (text) => {
    expect(readInstant(text)).toBeNull()
  })

  test('a date without a zone is indexed as UTC, wherever the server runs', () => {
    const script = `
      import { indexField } from './platform/domain/index-field.ts'
      const builder = { exists: new Set(), numbers: [] }
      indexField({ builder }, { id: 'planted', dataType: 'dateTime' }, 'planted', '2010-05-05T10:00:00')
      console.log(JSON.stringify(builder.numbers))`
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script],
      {
        cwd: new URL('../..', import.meta.url),
        env: { ...process.env, TZ: 'America/New_York' },
        encoding: 'utf8',
      },
    )
    expect([stdout.trim(), stderr]).toEqual([
      JSON.stringify([['planted', Date.parse('2010-05-05T10:00:00Z')]]),
      '',
    ])
  })
})

import { messages } from '../messages.ts'
import { versionInfo, type VersionInput } from './version-info.ts'

const rowsOf = (more: Partial<VersionInput> = {}) =>
  versionInfo(
    {
      package: { name: 'tessera', version: '1.2.3' },
      version: { commitRef: 'abc1234', buildNo: '77', contensisVersionStatus: 'published' },
      project: 'website',
      releases: {
        'mfe-search': { version: '0.1.0-aa', integrity: '' },
        'mfe-content': { version: '0.1.0-bb', integrity: '' },
      },
      mode: 'production',
      ...more,
    },
    messages('en-GB'),
  ).flatMap((section) => section.rows)

const row = (label: string, more: Partial<VersionInput> = {}) =>
  rowsOf(more).find((each) => each.label === label)

describe('version information (specification 2)', () => {
  test('names package, commit, build and project', () => {
    expect(rowsOf()).toEqual(
      expect.arrayContaining([
        { label: 'Name', value: 'tessera' },
        { label: 'Commit', value: 'abc1234' },
        { label: 'Build number', value: '77' },
        { label: 'Current project', value: 'website' },
      ]),
    )
  })

  test.each(['unknown', ''])('a project %j is bad', (project) => {
    expect(row('Current project', { project })).toEqual({
      label: 'Current project',
      value: 'unknown',
      status: 'bad',
    })
  })

  test('content status is good only when published', () => {
    expect(row('Content version status')?.status).toBe('good')
    const version = { commitRef: null, buildNo: null, contensisVersionStatus: 'latest' } as const
    expect(row('Content version status', { version })?.status).toBe('bad')
    expect(row('Commit', { version })?.value).toBe('not known')
  })

  test('the mode is good only in production', () => {
    expect(row('Mode')?.status).toBe('good')
    expect(row('Mode', { mode: 'development' })?.status).toBe('bad')
  })

  test('lists the release of each remote by name, and says when none is named', () => {
    expect(rowsOf().slice(-2)).toEqual([
      { label: 'mfe-content', value: '0.1.0-bb' },
      { label: 'mfe-search', value: '0.1.0-aa' },
    ])
    expect(rowsOf({ releases: {} }).at(-1)).toMatchObject({ value: 'None named', status: 'bad' })
  })
})

import { INSPECTION } from '../fixtures.ts'
import { catalogues } from '../messages/index.ts'
import { versionInfo, type VersionInput, type VersionRow } from './version-info.ts'

const messages = catalogues['en-GB']
const VERSION = { commitRef: 'abc1234', buildNo: '77', contensisVersionStatus: 'published' } as const

function rows(changes: Partial<VersionInput> = {}): ReadonlyMap<string, VersionRow> {
  const input = { version: VERSION, project: 'website', inspection: INSPECTION, ...changes }
  return new Map(
    versionInfo(input, messages).flatMap(({ rows, groups = [] }) =>
      [...rows, ...groups.flatMap((group) => group.rows)].map((row) => [row.label, row] as const),
    ),
  )
}
const inspection = (changes: Partial<VersionInput['inspection']>) => ({
  inspection: { ...INSPECTION, ...changes },
})

describe('the version table (specification 2, Version Information page)', () => {
  it('has the sections of the specification in its order', () => {
    const sections = versionInfo({ version: VERSION, project: 'website', inspection: INSPECTION }, messages)
    expect(sections.map(({ title }) => title)).toEqual([
      'Package detail',
      'Version info',
      'Build configuration',
    ])
  })

  it('has everything that the site was built with under one title', () => {
    const [, , build] = versionInfo(
      { version: VERSION, project: 'website', inspection: INSPECTION },
      messages,
    )
    expect(build?.title).toBe('Build configuration')
    expect(build?.rows.map(({ label }) => label)).toEqual([
      'Environment alias',
      'Public address',
      'contensis-delivery-api',
    ])
    expect(build?.groups?.map(({ title }) => title)).toEqual([
      'Servers and reverse proxy paths',
      'Projects',
      'Delivery API',
      'Runtime',
    ])
  })

  it('links to the repository, the pipeline and the commit', () => {
    expect(rows().get('Repository')?.href).toBe('https://github.com/example/site')
    expect(rows().get('Build number')?.href).toBe('https://github.com/example/site/actions/runs/77')
    expect(rows().get('Commit')?.href).toBe('https://github.com/example/site/commit/abc1234')
    const elsewhere = { ...INSPECTION.package, repository: 'https://gitlab.test/a/b' }
    expect(rows(inspection({ package: elsewhere })).get('Build number')?.href).toBe(
      'https://gitlab.test/a/b/pipelines/77',
    )
  })

  it('says that repository, build and commit are not known, without links', () => {
    const nothing = rows({
      version: { ...VERSION, commitRef: null, buildNo: null },
      ...inspection({ package: { ...INSPECTION.package, repository: null } }),
    })
    for (const label of ['Repository', 'Build number', 'Commit'])
      expect(nothing.get(label)).toEqual({ label, value: 'not known' })
  })

  it('marks the project red when it is unknown, and not otherwise', () => {
    expect(rows().get('Current project')).toEqual({ label: 'Current project', value: 'website' })
    expect(rows({ project: 'unknown' }).get('Current project')?.status).toBe('bad')
  })

  it.each([
    ['published', 'good'],
    ['latest', 'bad'],
  ] as const)('marks the version status %s as %s', (contensisVersionStatus, status) => {
    expect(
      rows({ version: { ...VERSION, contensisVersionStatus } }).get('Content version status')?.status,
    ).toBe(status)
  })

  it.each([
    ['production', 'good'],
    ['development', 'bad'],
    ['test', 'bad'],
  ] as const)('marks the mode %s as %s', (mode, status) => {
    expect(rows(inspection({ mode })).get('Mode')?.status).toBe(status)
  })

  it('marks proxied delivery requests green, and says nothing of others', () => {
    expect(rows().get('Requests are proxied')).toMatchObject({ value: 'true', status: 'good' })
    expect(rows(inspection({ isDeliveryProxied: false })).get('Requests are proxied')).toEqual({
      label: 'Requests are proxied',
      value: 'false',
    })
  })

  it('shows alias, address, packages, servers, proxy paths, projects and delivery settings', () => {
    const shown = rows()
    expect(shown.get('Environment alias')?.value).toBe('test')
    expect(shown.get('Public address')?.href).toBe('https://www.example.org')
    expect(shown.get('contensis-delivery-api')?.value).toBe('1.6.2')
    expect(shown.get('web')?.href).toBe('https://www.example.org')
    expect(shown.get('iis preview')).toEqual({ label: 'iis preview', value: 'not configured' })
    expect(shown.get('Reverse proxy paths')?.value).toBe('/image-library/*, /asset-library/*')
    expect(shown.get('website')?.href).toBe('https://www.example.org')
    expect(shown.get('accessToken')?.value).toBe('set, ends in cdef')
    expect(shown.get('Inline state is disabled')?.value).toBe('false')
  })

  it('shows variables of the development environment only where there are some', () => {
    const development = [{ name: 'NODE_ENV', value: 'development' }]
    expect(rows().has('NODE_ENV')).toBe(false)
    expect(rows(inspection({ development })).get('NODE_ENV')?.value).toBe('development')
  })
})

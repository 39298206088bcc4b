import type { FastifyRequest } from 'fastify'
import { readSiteConfig } from '@tessera/shared/config'
import { AppError, type InspectedControl, type RemoteName } from '@tessera/shared/contract'
import type { LiveReleases, ReleaseSnapshot } from '../../releases/live-releases.server.ts'
import type { RenderedPage } from '../../page/page.ts'
import type { RequestTarget } from '../../http/paths.ts'
import type { Session } from '../../http/session.ts'
import { createMemoryStore } from '../../store/shared-store.server.ts'
import type { ProcessFacts } from '../../store/supervisor-link.server.ts'
import { createStaffTools, type StaffTools } from './staff-tools.server.ts'

const config = readSiteConfig({
  projects: [{ id: 'website', publicUrl: 'https://www.example.org' }],
  platform: { apiUrl: 'https://api.example.org', cmsUrl: 'https://cms.example.org' },
  accessToken: 'published-token-0123',
  previewAccessToken: 'preview-token-4567',
  siteName: { 'en-GB': 'Site', cy: 'Safle' },
  languages: { primary: 'en-GB', supported: ['en-GB', 'cy'] },
  deliveryProxy: true,
  inlineState: false,
  staffGroups: ['Staff'],
  releaseGroups: ['Releasers'],
})
const SHELL = {
  release: {
    app: 'shell',
    version: '1',
    contract: '^1.1.0',
    commit: null,
    built: '2026-01-01T00:00:00Z',
    owner: 'Shell team',
    files: {
      'web/boot.0.js': { integrity: 'sha384-boot', bytes: 1 },
      'web/other.js': { integrity: 'sha384-other', bytes: 1 },
    },
  },
  liveSince: '2026-01-01T00:00:00Z',
}
const live = { shell: SHELL, remotes: new Map() } as unknown as ReleaseSnapshot
const trial = { shell: SHELL, remotes: new Map() } as unknown as ReleaseSnapshot

const session = (...groups: string[]): Session =>
  ({
    id: `session-of-${groups.join()}`,
    user: { id: 'u1', groups: groups.map((name) => ({ id: name, name })) },
  }) as never

const counted = (all: { pages: number; server: number; browser: number }) => ({ all, lately: all })

function tools(
  environment: Record<string, string> = {},
  mode = 'production',
  site = config,
  store = createMemoryStore(),
  processes: ProcessFacts | null = null,
) {
  const refused: string[] = []
  const releases = {
    snapshot: () => live,
    candidates: () => ['2.0.0'],
    failures: () => new Map(),
    withCandidate: (_app: string, version: string) =>
      version === '2.0.0'
        ? Promise.resolve(trial)
        : Promise.reject(new AppError('release/not-a-candidate', 'No such candidate')),
  } as unknown as LiveReleases
  const staff = createStaffTools({
    config: site,
    previewHosts: ['preview.example.org'],
    releases,
    releasesOf: () => live,
    platformClient: {
      stats: () => ({
        breaker: 'closed',
        breakers: { primary: 'closed', search: 'open', form: 'closed', optional: 'closed', tree: 'closed' },
        active: 0,
        waiting: 0,
        cached: 3,
      }),
    },
    sitePackage: {
      name: 'a-site',
      version: '1.0.0',
      repository: null,
      platformPackages: [{ name: 'contensis-delivery-api', value: '1.6.2' }],
    },
    mode,
    environment,
    now: () => new Date(0),
    store,
    processes: () => processes,
    readShells: () =>
      Promise.resolve([
        {
          schema: 1,
          host: 'vm',
          pid: 7,
          url: '',
          seenAt: '',
          document: null,
          apps: { shell: { live: '1', refused: null } },
          canaries: {
            'mfe-search': {
              version: '2',
              percent: 10,
              since: '',
              state: 'halted',
              why: 'it failed',
              canary: counted({ pages: 30, server: 2, browser: 1 }),
              live: counted({ pages: 270, server: 0, browser: 0 }),
            },
          },
        },
      ]),
    readControl: (mayAct) =>
      Promise.resolve({ access: mayAct ? 'offered' : 'not-granted' } as InspectedControl),
    onControlError: () => undefined,
    onCandidateRefused: ({ version }, { code }) => refused.push(`${version} ${code}`),
  })
  return { staff, refused }
}

/** The inspection for the version page. */
const inspect = async (staff: StaffTools, who: Session | null = session('Staff'), path = '/version') =>
  (await staff.inspectFor({ session: who, candidate: null, target: { path } as RequestTarget }))?.()

/** A request with the cookie of a candidate. */
const aRequest = (cookie = 'a=b; site-candidate=mfe-content@2.0.0@u1') =>
  ({ headers: { cookie } }) as unknown as FastifyRequest
const aPage = (path: string, remote: RemoteName, who: Session | null, failures: object = {}) =>
  ({
    id: 'request-1',
    target: { path, search: '' },
    session: who,
    candidate: null,
    releases: live,
    calls: { list: () => [{ status: 200, keyCount: 1, url: 'http://platform.test/x' }] },
    status: 200,
    keys: ['key-1'],
    slots: [{ slot: { id: 'main', remote, view: 'page', hydrate: 'never', props: {} }, error: null }],
    failures: new Map(Object.entries(failures)),
  }) as unknown as RenderedPage

describe('what staff may do (specification 2, Version Information page)', () => {
  it('says what is running to staff only', async () => {
    const { staff } = tools()
    expect(await inspect(staff)).toMatchObject({
      alias: 'local',
      mode: 'production',
      platform: expect.arrayContaining([{ name: 'breaker: search', value: 'open' }]) as unknown,
    })
    expect(await inspect(staff, session('Members'))).toBeUndefined()
    expect(await inspect(staff, null)).toBeUndefined()
  })

  it('reads the record of releases on the version page alone, and says who of the staff may change what is live', async () => {
    const { staff } = tools()
    expect((await inspect(staff))?.control?.access).toBe('not-granted')
    expect(
      (await inspect(staff, session('Staff', 'Releasers'), '/cy/version/confirm'))?.control?.access,
    ).toBe('offered')
    expect(await inspect(staff, session('Staff'), '/services/versions')).not.toHaveProperty('control')
    expect(await inspect(staff, session('Releasers'))).toBeUndefined()
  })

  it('names the hosts for authors among the servers, and says where there is no server', async () => {
    const inspection = await inspect(tools().staff)
    expect(inspection?.servers).toContainEqual({ name: 'preview', value: 'https://preview.example.org' })
    expect(inspection?.servers).toContainEqual({ name: 'iis preview', value: null })
  })

  it('names the web servers that the site is configured with', async () => {
    const servers = { iis: 'https://iis.example.org', iisPreview: 'https://iis-preview.example.org' }
    const { staff } = tools({}, 'production', { ...config, servers })
    const inspection = await inspect(staff)
    expect(inspection?.servers.slice(-2)).toEqual([
      { name: 'iis', value: servers.iis },
      { name: 'iis preview', value: servers.iisPreview },
    ])
  })

  it('is the configuration of the site: servers, paths, projects, delivery settings, switches', async () => {
    const inspection = await inspect(tools().staff)
    expect(inspection).toMatchObject({
      servers: [
        { name: 'web', value: 'https://www.example.org' },
        { name: 'preview', value: 'https://preview.example.org' },
        { name: 'api', value: 'https://api.example.org' },
        { name: 'cms', value: 'https://cms.example.org' },
        { name: 'iis', value: 'https://cms.example.org' },
        { name: 'iis preview', value: null },
      ],
      reverseProxyPaths: ['/image-library/*', '/video-library/*', '/asset-library/*'],
      projects: [{ id: 'website', publicUrl: 'https://www.example.org' }],
      isDeliveryProxied: true,
      isInlineStateDisabled: true,
    })
    expect(inspection?.deliveryApi.slice(0, 4)).toEqual([
      { name: 'rootUrl', value: 'https://api.example.org' },
      { name: 'projectId', value: 'website' },
      { name: 'defaultLanguage', value: 'en-GB' },
      { name: 'languages', value: 'en-GB, cy' },
    ])
  })

  it('says of a plain site that nothing is proxied, and that documents carry their state', async () => {
    const plain = { ...config, deliveryProxy: false, inlineState: true }
    const inspection = await inspect(tools({}, 'production', plain).staff)
    expect(inspection).toMatchObject({ isDeliveryProxied: false, isInlineStateDisabled: false })
  })

  it('masks every secret', async () => {
    const inspection = await inspect(tools().staff)
    expect(inspection?.deliveryApi).toContainEqual({ name: 'accessToken', value: 'set, ends in 0123' })
    expect(JSON.stringify(inspection)).not.toMatch(/published-token|preview-token/)
  })

  it('shows listed variables of the environment, and none in production', async () => {
    const environment = { NODE_ENV: 'development', TESSERA_CONFIG: '{"accessToken":"x"}', SECRET: 'y' }
    const seen = (mode: string) =>
      inspect(tools(environment, mode).staff).then((inspection) => inspection?.development)
    expect(await seen('development')).toEqual([{ name: 'NODE_ENV', value: 'development' }])
    expect(await seen('production')).toEqual([])
  })

  it('names hashes of the files that everything else is reached from', async () => {
    const inspection = await inspect(tools().staff)
    expect(inspection?.releases[0]).toMatchObject({
      app: 'shell',
      hashes: [{ name: 'web/boot.0.js', value: 'sha384-boot' }],
      candidates: ['2.0.0'],
    })
  })

  it('stores the last page of a member of staff, but not the version page, nor pages of other visitors', async () => {
    const { staff } = tools()
    const [me, member] = [session('Staff'), session('Members')]
    const failure = new AppError('page/render-failed', 'It broke', { details: { reason: 'x is undefined' } })
    staff.record(aPage('/news', 'mfe-content', me, { main: failure }))
    staff.record(aPage('/version', 'mfe-devinfo', me))
    staff.record(aPage('/members', 'mfe-content', member))
    expect((await inspect(staff, me))?.lastPage).toEqual({
      path: '/news',
      requestId: 'request-1',
      status: 200,
      slots: [
        {
          id: 'main',
          remote: 'mfe-content',
          view: 'page',
          version: null,
          outcome: 'fallback',
          reason: 'page/render-failed: It broke x is undefined',
        },
      ],
      apiCalls: [{ status: 200, keyCount: 1, url: 'http://platform.test/x' }],
      surrogateKeys: ['key-1'],
    })
    const other: Session = { ...session('Staff'), id: 'another' }
    expect((await inspect(staff, other))?.lastPage).toBeNull()
    const promoted: Session = { ...session('Staff'), id: member.id }
    expect((await inspect(staff, promoted))?.lastPage).toBeNull()
  })

  it('knows the last page whichever process of the site made it', async () => {
    const store = createMemoryStore()
    const [one, other] = [tools({}, 'production', config, store), tools({}, 'production', config, store)]
    one.staff.record(aPage('/news', 'mfe-content', session('Staff')))
    expect((await inspect(other.staff))?.lastPage?.path).toBe('/news')
  })

  it('says how many processes serve and why some were replaced, where there are several', async () => {
    expect(await inspect(tools().staff)).not.toHaveProperty('processes')
    const lastRestarts = [{ at: '2026-05-01T12:00:00.000Z', reason: 'no heartbeat' }]
    const facts = { running: 3, restarts: 7, lastRestarts }
    expect(
      (await inspect(tools({}, 'production', config, createMemoryStore(), facts).staff))?.processes,
    ).toEqual([
      { name: 'running', value: '3' },
      { name: 'restarts', value: '7' },
      { name: '2026-05-01T12:00:00.000Z', value: 'no heartbeat' },
    ])
  })

  it('says what each shell process runs, and to how many it shows a canary, and how often that failed', async () => {
    const inspection = await inspect(tools().staff)
    const canary = {
      app: 'mfe-search',
      version: '2',
      percent: 10,
      state: 'halted',
      why: 'it failed',
      canary: { pages: 30, failures: 3 },
      live: { pages: 270, failures: 0 },
    }
    expect(inspection?.shells).toEqual([
      {
        name: 'vm, 7',
        seenAt: '',
        apps: [{ app: 'shell', version: '1', refused: null }],
        canaries: [canary],
      },
    ])
  })

  it('shows a candidate to a member of staff who tries it, and to no one else, whatever cookie they send', async () => {
    const { staff, refused } = tools()
    expect(await staff.releasesFor(session('Staff'), aRequest())).toEqual({
      releases: trial,
      candidate: { app: 'mfe-content', version: '2.0.0' },
    })
    const colleague = { ...session('Staff'), user: { ...session('Staff').user, id: 'u2' } }
    for (const who of [null, session('Members'), colleague])
      expect(await staff.releasesFor(who, aRequest())).toEqual({ releases: live, candidate: null })
    expect(refused).toEqual([])
  })

  it('shows the live release where a candidate is gone, and says so in the log', async () => {
    const { staff, refused } = tools()
    const gone = 'site-candidate=mfe-content@9.9.9@u1'
    expect(await staff.releasesFor(session('Staff'), aRequest(gone))).toEqual({
      releases: live,
      candidate: null,
    })
    expect(refused).toEqual(['9.9.9 release/not-a-candidate'])
  })
})

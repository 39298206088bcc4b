import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { Fixture, InspectedControl, InspectedPage, SiteInspection } from '@tessera/shared/contract'
import { readChoice } from './domain/embed-choice.ts'
import { planAction } from './domain/plan-action.ts'
import type { QualityReport } from './domain/quality-report.ts'

/** A page on which one slot fell back. */
const LAST_PAGE: InspectedPage = {
  path: '/news?page=2',
  requestId: 'request-1',
  status: 200,
  slots: [
    {
      id: 'main',
      remote: 'mfe-content',
      view: 'listing',
      version: '1.2.3-abc',
      outcome: 'rendered',
      reason: null,
    },
    {
      id: 'form-1001',
      remote: 'mfe-forms',
      view: 'form',
      version: null,
      outcome: 'fallback',
      reason: 'page/remote-missing: The remote is not there.',
    },
  ],
  apiCalls: [
    { status: 200, keyCount: 4, url: 'http://platform.test/api/delivery/projects/website/nodes/root' },
  ],
  surrogateKeys: ['test-app', 'test-node-1'],
}

/** A release document with everything that it can say. */
export const CONTROL: InspectedControl = {
  access: 'offered',
  number: 3,
  frozen: null,
  apps: [
    {
      app: 'mfe-content',
      live: '1.2.3-abc',
      previous: ['1.2.2-abc'],
      canary: { version: '1.3.0', percent: 10 },
      scheduled: { version: '1.4.0', at: '2026-02-01T06:00:00.000Z', by: 'A Person', why: 'the new menu' },
      team: null,
    },
    {
      app: 'mfe-search',
      live: '5.1.0',
      previous: ['5.0.0'],
      canary: null,
      scheduled: null,
      team: {
        keys: [{ id: '0123456789ab', since: '2026-01-01T00:00:00.000Z', by: 'A Person' }],
        grants: { routes: ['/search'], stateKeys: [] },
      },
    },
  ],
  revoked: [{ id: 'ba9876543210', at: '2026-01-01T00:00:00.000Z', by: 'A Person', why: 'lost' }],
  changes: [
    ['mfe-search 5.1.0 live', { 'mfe-content': '1.2.3-abc', 'mfe-search': '5.1.0' }],
    ['mfe-content 1.2.3-abc live', { 'mfe-content': '1.2.3-abc', 'mfe-search': '5.0.0' }],
    ['mfe-content 1.2.2-abc live', { 'mfe-content': '1.2.2-abc', 'mfe-search': '5.0.0' }],
  ].map(([action, live], index) => ({
    number: 3 - index,
    at: `2026-01-01T0${3 - index}:00:00.000Z`,
    by: 'A Person',
    from: 'a-machine',
    action: action as string,
    why: '',
    live: live as Record<string, string>,
  })),
  requests: [
    {
      number: 1,
      at: '2026-01-01T02:00:00.000Z',
      until: '2026-01-01T02:02:00.000Z',
      by: 'A Person (a.person)',
      why: 'it is slow',
      action: { do: 'back', app: 'mfe-search', version: '5.0.0' },
      state: 'refused',
      lines: ['mfe-search 5.0.0 is not released; 5.1.0 stays live.'],
    },
  ],
}

/** A production site on which all is well. */
export const INSPECTION: SiteInspection = {
  takenAt: '2026-01-02T03:04:05.000Z',
  package: { name: 'a-site', version: '3.2.1', repository: 'https://github.com/example/site' },
  alias: 'test',
  publicUrl: 'https://www.example.org',
  platformPackages: [{ name: 'contensis-delivery-api', value: '1.6.2' }],
  servers: [
    { name: 'web', value: 'https://www.example.org' },
    { name: 'iis preview', value: null },
  ],
  reverseProxyPaths: ['/image-library/*', '/asset-library/*'],
  projects: [{ id: 'website', publicUrl: 'https://www.example.org' }],
  deliveryApi: [
    { name: 'rootUrl', value: 'https://cms-test.example.org' },
    { name: 'accessToken', value: 'set, ends in cdef' },
  ],
  isDeliveryProxied: true,
  isInlineStateDisabled: false,
  mode: 'production',
  development: [],
  switches: [{ name: 'trailingSlashStatus', value: '302' }],
  platform: [{ name: 'breaker: primary', value: 'closed' }],
  releases: [
    {
      app: 'mfe-content',
      version: '1.2.3-abc',
      contract: '^1.0.0',
      commit: '0123456789abcdef0123',
      built: '2026-01-01T00:00:00.000Z',
      owner: 'Content team',
      liveSince: '2026-01-01T01:04:05.000Z',
      hashes: [{ name: 'web/remoteEntry.js', value: 'sha384-0' }],
      lastFailure: null,
      candidates: ['1.4.0', '1.3.0'],
      pinned: null,
    },
  ],
  lastPage: LAST_PAGE,
  control: CONTROL,
}

/** A page with a fault of its own, and one of an entry that it shows. */
export const REPORT: QualityReport = {
  findings: [
    {
      check: 'missingAlt',
      severity: 'error',
      entry: { id: 'linked-entry', name: 'A linked page', language: 'en-GB', isPage: false },
      field: ['image'],
      facts: { file: 'a-photo.jpg' },
    },
    {
      check: 'headingJump',
      severity: 'error',
      entry: { id: 'this-entry', name: 'This page', language: 'en-GB', isPage: true },
      field: ['body', '2. richText'],
      facts: { from: 'h2', to: 'h4', text: 'Too deep' },
    },
    {
      check: 'longTitle',
      severity: 'warning',
      entry: { id: 'this-entry', name: 'This page', language: 'en-GB', isPage: true },
      field: ['entryTitle'],
      facts: { length: 80, most: 65 },
    },
  ],
  readingAge: 12,
  unchecked: 0,
  useful: { yes: 12, no: 3 },
}

/** What a release of this remote must be able to show before it goes live. */
export const fixtures: readonly Fixture[] = [
  {
    view: 'version',
    props: {},
    state: {
      routing: { currentProject: 'website' },
      version: { commitRef: 'abc1234', buildNo: null, contensisVersionStatus: 'published' },
      page: { head: { language: 'en-GB' } },
      devinfo: { inspection: INSPECTION, embed: null, plan: null },
    },
    expect: '1.2.3-abc',
  },
  {
    view: 'confirm',
    props: {},
    state: {
      page: { head: { language: 'en-GB' } },
      devinfo: {
        inspection: null,
        embed: null,
        plan: planAction({ do: 'site', to: '2' }, CONTROL, INSPECTION),
      },
    },
    expect: 'mfe-search',
  },
  {
    view: 'confirm',
    props: {},
    state: {
      page: { head: { language: 'en-GB' } },
      devinfo: {
        inspection: null,
        embed: null,
        plan: planAction(
          { do: 'schedule', release: 'mfe-content@1.4.0', at: 'tomorrow' },
          CONTROL,
          INSPECTION,
        ),
      },
    },
    expect: 'mfe-content 1.4.0',
  },
  {
    view: 'embed',
    props: {},
    state: {
      routing: { currentPath: '/embed' },
      page: { head: { language: 'en-GB' } },
      devinfo: {
        inspection: null,
        plan: null,
        embed: {
          choice: readChoice({ show: 'form', formId: '1001' }, [DEFAULT_LANGUAGE]),
          languages: [{ code: DEFAULT_LANGUAGE, name: 'English' }],
          site: 'https://www.example.org',
          fixed: null,
        },
      },
    },
    expect: 'https://www.example.org/embed/forms.js',
  },
  {
    view: 'quality',
    props: {
      ...REPORT,
      findings: REPORT.findings.map((finding) => ({ ...finding, field: [...finding.field] })),
    },
    state: { page: { head: { language: 'en-GB' } } },
    expect: 'a-photo.jpg',
  },
]

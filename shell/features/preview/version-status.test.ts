import { decideVersionStatus, isLocalhost, type StatusSources } from './previews.server.ts'

const aRequest = (given: Partial<StatusSources>): StatusSources => ({
  parameter: undefined,
  configured: undefined,
  header: undefined,
  hostName: 'www.example.org',
  previewHosts: ['preview.example.org'],
  right: null,
  ...given,
})

const preview = 'preview.example.org'

describe('version status (specification 4, Version status)', () => {
  it.each<[what: string, sources: Partial<StatusSources>, status: string]>([
    [
      'the URL parameter before everything else',
      { parameter: 'published', configured: 'latest', header: 'latest', right: 'session' },
      'published',
    ],
    [
      'the URL parameter asking for drafts',
      { parameter: 'latest', configured: 'published', header: 'published', right: 'host' },
      'latest',
    ],
    [
      'the configured status before header and host',
      { configured: 'published', header: 'latest', hostName: preview, right: 'host' },
      'published',
    ],
    ['the header before the host', { header: 'published', hostName: preview, right: 'host' }, 'published'],
    ['a preview host', { hostName: preview, right: 'host' }, 'latest'],
    ['localhost', { hostName: 'localhost', right: 'development' }, 'latest'],
    ['any other host', { hostName: 'www.example.org', right: 'host' }, 'published'],
    ['a preview session on any host', { right: 'session' }, 'latest'],
    ['an editor without a preview session', { hostName: 'localhost', right: 'user' }, 'published'],
    ['an editor who asks for drafts', { parameter: 'latest', right: 'user' }, 'latest'],
    [
      'a parameter that is no status: the next source',
      { parameter: 'draft', header: 'latest', right: 'user' },
      'latest',
    ],
    [
      'a header that is no status: the next source',
      { header: '"><script>', hostName: preview, right: 'host' },
      'latest',
    ],
  ])('is decided by %s', (_what, sources, status) => {
    expect(decideVersionStatus(aRequest(sources))).toBe(status)
  })

  it.each<[what: string, sources: Partial<StatusSources>]>([
    ['a URL parameter', { parameter: 'latest' }],
    ['a configured status', { configured: 'latest' }],
    ['a header', { header: 'latest' }],
    ['a preview host', { hostName: preview }],
    ['localhost', { hostName: 'localhost' }],
    [
      'all of them at once',
      { parameter: 'latest', configured: 'latest', header: 'latest', hostName: preview },
    ],
  ])('is published without a right to drafts, in spite of %s', (_what, sources) => {
    expect(decideVersionStatus(aRequest({ ...sources, right: null }))).toBe('published')
  })

  it.each([
    ['localhost', true],
    ['site.localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['localhost.evil.example', false],
    ['notlocalhost', false],
    ['127.0.0.1.nip.io', false],
  ])('knows the names of this machine: %s', (name, expected) => {
    expect(isLocalhost(name)).toBe(expected)
  })
})

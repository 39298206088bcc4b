import type { FastifyRequest } from 'fastify'
import type { Session } from '../../http/session.ts'
import { createPreviews, type PreviewOptions } from './previews.server.ts'
import { signToken } from './preview-token.server.ts'

const secret = 'a-secret-of-at-least-32-characters-1'
const now = new Date('2026-03-01T12:00:00Z')
const later = now.getTime() / 1_000 + 60
const WWW = 'www.example.org'
const PREVIEW = 'preview.example.org'

const aSite = (given: Partial<PreviewOptions> = {}) =>
  createPreviews({
    rules: { hosts: [PREVIEW], secrets: [secret], frameOrigins: [], versionStatus: undefined },
    editors: ['Editors'],
    hasDrafts: true,
    isSecure: true,
    isDevelopment: false,
    now: () => now,
    ...given,
  })

interface Options {
  readonly host?: string
  readonly headers?: Record<string, string>
  readonly from?: string
  readonly query?: Record<string, string>
  readonly isPreviewPath?: boolean
  readonly groups?: readonly string[]
}

const aRequest = ({
  host = WWW,
  headers = {},
  from = '203.0.113.9',
  groups,
  query = {},
  isPreviewPath = false,
}: Options) => ({
  request: { headers: { host, ...headers }, socket: { remoteAddress: from } } as unknown as FastifyRequest,
  query,
  isPreviewPath,
  session: groups
    ? ({ user: { groups: groups.map((name) => ({ id: `id-${name}`, name })) } } as unknown as Session)
    : null,
})

const passOf = (given: object = {}, use: 'session' | 'link' = 'session') => ({
  cookie: `a=b; __Host-TesseraPreview=${signToken(use, { host: WWW, by: 'link', expires: later, ...given } as never, secret)}`,
})
const PUBLISHED = { versionStatus: 'published', preview: null, cookie: null }

describe('who may see drafts (specification 4, Version status; reference security D9)', () => {
  it.each<[what: string, options: Options]>([
    ['a visitor', {}],
    ['a visitor who asks by parameter', { query: { versionStatus: 'latest' } }],
    ['a visitor who asks by header', { headers: { 'x-entry-versionstatus': 'latest' } }],
    ['a visitor at a preview address', { isPreviewPath: true }],
    ['a visitor who names localhost as host', { host: 'localhost', query: { versionStatus: 'latest' } }],
    [
      'a visitor whose proxy claims another host',
      { headers: { 'x-forwarded-host': PREVIEW, 'x-orig-host': PREVIEW } },
    ],
    [
      'somebody signed in who is no editor',
      { groups: ['Members'], query: { versionStatus: 'latest' }, isPreviewPath: true },
    ],
    ['an expired session', { headers: passOf({ expires: later - 61 }) }],
    ['a session of another host', { headers: passOf({ host: 'other.example.org' }) }],
    ['a link used as a cookie', { headers: passOf({}, 'link') }],
    ["an editor's session without the editor", { headers: passOf({ by: 'user' }) }],
    [
      "an editor's session with somebody else in it",
      { headers: passOf({ by: 'user' }), groups: ['Members'] },
    ],
    ['a cookie that is no token', { headers: { cookie: '__Host-TesseraPreview=latest' } }],
    [
      'the cookie under the name that a plain site uses',
      { headers: { cookie: passOf().cookie.replace('__Host-', '') } },
    ],
  ])('not %s', (_what, options) => {
    expect(aSite().view(aRequest(options))).toEqual(PUBLISHED)
  })

  it('every visitor of a preview host, on any port, without a session to leave', () => {
    const view = aSite().view(aRequest({ host: `${PREVIEW}:8443` }))
    expect(view).toEqual({
      versionStatus: 'latest',
      preview: { right: 'host', canExit: false, isPersonal: false },
      cookie: null,
    })
  })

  it('every visitor who has opened a signed link, on every page, until leaving', () => {
    const view = aSite().view(aRequest({ headers: passOf() }))
    expect(view).toEqual({
      versionStatus: 'latest',
      preview: { right: 'session', canExit: true, isPersonal: false },
      cookie: null,
    })
  })

  it('an editor at a preview address, where a session begins', () => {
    const view = aSite().view(aRequest({ groups: ['Editors'], isPreviewPath: true }))
    expect(view).toMatchObject({ versionStatus: 'latest', preview: { right: 'session', canExit: true } })
    const cookie = (view.cookie ?? '').split(';')[0] ?? ''
    const next = aSite().view(aRequest({ groups: ['Editors'], headers: { cookie } }))
    expect(next).toMatchObject({ versionStatus: 'latest', cookie: null })
  })

  it('an editor who asks on an ordinary page; otherwise an editor sees what visitors see', () => {
    const asked = aSite().view(aRequest({ groups: ['Editors'], query: { versionStatus: 'latest' } }))
    expect(asked).toMatchObject({ versionStatus: 'latest', preview: { right: 'user' } })
    expect(aSite().view(aRequest({ groups: ['Editors'] }))).toEqual(PUBLISHED)
  })

  it('an editor who asks by the header x-entry-versionstatus', () => {
    const headers = { 'x-entry-versionstatus': 'latest' }
    const asked = aSite().view(aRequest({ groups: ['Editors'], headers }))
    expect(asked).toMatchObject({ versionStatus: 'latest', preview: { right: 'user' } })
  })

  it('an editor by a right that ends with the sign-in, unless a signed link gave it', () => {
    const editor = { groups: ['Editors'] }
    const begun = aSite().view(aRequest({ ...editor, isPreviewPath: true }))
    const cookie = (begun.cookie ?? '').split(';')[0] ?? ''
    const [inSession, asked, byLink] = [
      { ...editor, headers: { cookie } },
      { ...editor, query: { versionStatus: 'latest' } },
      { ...editor, headers: passOf() },
    ].map((options) => aSite().view(aRequest(options)).preview?.isPersonal)
    expect([begun.preview?.isPersonal, inSession, asked, byLink]).toEqual([true, true, true, false])
  })

  it('an editor by the id of a group as by its name', () => {
    const site = aSite({ editors: ['id-Authors'] })
    expect(site.view(aRequest({ groups: ['Authors'], isPreviewPath: true })).versionStatus).toBe('latest')
  })

  it('may look at the published version, and it is still no page for a cache', () => {
    const view = aSite().view(aRequest({ headers: passOf(), query: { versionStatus: 'published' } }))
    expect(view).toMatchObject({ versionStatus: 'published', preview: { right: 'session' } })
  })

  it('no request, where the platform gives no drafts', () => {
    const site = aSite({ hasDrafts: false, isDevelopment: true })
    expect(site.view(aRequest({ host: PREVIEW }))).toEqual(PUBLISHED)
    expect(site.view(aRequest({ headers: passOf() }))).toEqual(PUBLISHED)
    expect(site.view(aRequest({ host: 'localhost', from: '127.0.0.1' }))).toEqual(PUBLISHED)
    expect(site.openLink(signToken('link', { host: WWW, path: '/', expires: later }, secret), WWW)).toBeNull()
  })
})

describe('local development (reference security D9)', () => {
  const site = aSite({ isDevelopment: true })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('shows drafts to this machine (%s)', (from) => {
    expect(site.view(aRequest({ host: 'localhost:3000', from }))).toMatchObject({
      versionStatus: 'latest',
      preview: { right: 'development', canExit: false },
    })
  })

  it.each<[what: string, options: Options]>([
    ['another machine, whatever host it names', { host: 'localhost', from: '192.168.1.20' }],
    [
      'what a proxy on this machine has handed on',
      { host: 'localhost', from: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } },
    ],
    ['a foreign name that leads to this machine', { host: 'localhost.evil.example', from: '127.0.0.1' }],
  ])('shows none to %s', (_what, options) => {
    expect(site.view(aRequest(options))).toEqual(PUBLISHED)
  })

  it('is not what a site in production does, even on this machine', () => {
    expect(aSite().view(aRequest({ host: 'localhost', from: '127.0.0.1' }))).toEqual(PUBLISHED)
  })
})

describe('the cookie of a preview session (reference security 1.12)', () => {
  it('is out of reach of scripts, bound to the host, comes back in a frame, and ends after a working day', () => {
    expect(aSite().sessionCookie('link', WWW)).toMatch(
      /^__Host-TesseraPreview=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/,
    )
    expect(aSite({ isSecure: false }).sessionCookie('link', WWW)).toMatch(
      /^TesseraPreview=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is not made without a secret: an editor then previews one page at a time', () => {
    const site = aSite({ rules: { hosts: [], secrets: [], frameOrigins: [], versionStatus: undefined } })
    expect(site.sessionCookie('link', WWW)).toBeNull()
    expect(site.view(aRequest({ groups: ['Editors'], isPreviewPath: true }))).toMatchObject({
      versionStatus: 'latest',
      cookie: null,
    })
  })
})

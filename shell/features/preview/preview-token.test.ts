import { createHmac } from 'node:crypto'
import { readLink, readPass, signToken } from './preview-token.server.ts'

const now = new Date('2026-03-01T12:00:00Z')
const soon = now.getTime() / 1_000 + 60
const secret = 'a-secret-of-at-least-32-characters-1'
const link = { host: 'www.example.org', path: '/preview/abc/cy', expires: soon }

describe('signed preview links (reference security 1.12)', () => {
  it('are read back as they were signed', () => {
    expect(readLink(signToken('link', link, secret), [secret], now)).toEqual(link)
  })

  it('are made of the parts that the documentation names, so that any content system can make them', () => {
    const key = createHmac('sha256', secret).update('tessera-preview-link').digest()
    const body = Buffer.from(JSON.stringify(link)).toString('base64url')
    const token = `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
    expect(readLink(token, [secret], now)).toEqual(link)
  })

  it('open with an older secret while the new one already signs', () => {
    expect(
      readLink(signToken('link', link, secret), ['another-secret-of-32-characters-00', secret], now),
    ).toEqual(link)
  })

  const token = signToken('link', link, secret)
  const [body = '', signature = ''] = token.split('.')
  it.each([
    ['an expired one', signToken('link', { ...link, expires: soon - 61 }, secret)],
    ['one signed with another secret', signToken('link', link, 'another-secret-of-32-characters-00')],
    [
      'one whose text was changed',
      `${Buffer.from(JSON.stringify({ ...link, path: '/x' })).toString('base64url')}.${signature}`,
    ],
    ['one without a signature', `${body}.`],
    ['one with more parts', `${token}.x`],
    ['an empty one', ''],
    ['one that is far too long', 'x'.repeat(10_000)],
    ['a signed one that is no link', signToken('link', { host: 'x' } as never, secret)],
    ['the cookie of a session', signToken('session', { ...link, by: 'link' }, secret)],
  ])('are refused: %s', (_what, forged) => {
    expect(readLink(forged, [secret], now)).toBeNull()
  })

  it('are never a pass, and open nothing without a secret', () => {
    expect(readPass(token, [secret], now)).toBeNull()
    expect(readLink(token, [], now)).toBeNull()
  })
})

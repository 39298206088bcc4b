import { createHash } from 'node:crypto'
import { html } from './html.ts'
import { contentSecurityPolicy, LOADER_HASH, renderDocument } from './document.server.ts'

const document = (title = 'Page', state: Record<string, unknown> | null = { page: '</script>' }) =>
  renderDocument({
    head: {
      title,
      description: 'About "it"',
      language: 'cy',
      dir: 'ltr',
      canonicalPath: '/a',
      alternates: [{ language: 'en-GB', path: '/b' }],
      jsonLd: [
        { '@type': 'WebSite', name: '</script>', url: '/', parts: [{ item: '/b', name: '/not-one' }] },
      ],
    },
    origin: 'https://site.example',
    siteName: 'Site',
    styles: [{ href: '/s.css', integrity: 'sha384-s' }],
    boot: { href: '/boot.js', integrity: 'sha384-b' },
    icon: { href: '/icon.svg', integrity: 'sha384-i' },
    body: html`<main>body</main>`,
    state,
  })

describe('the document (design 5.8)', () => {
  it('runs one inline script, exactly the one that the policy allows', () => {
    const inline = [...document().matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')
    expect(inline).toHaveLength(1)
    expect(`'sha256-${createHash('sha256').update(inline[0]!).digest('base64')}'`).toBe(LOADER_HASH)
  })
  it('carries its state as data, or says that the browser has to fetch it', () => {
    expect(document()).toContain('<script type="application/json" id="state">')
    expect(document()).not.toContain('data-state')
    const bare = document('Page', null)
    expect(bare).not.toContain('id="state"')
    expect(bare).toMatch(/<link id="boot"[^>]* data-state="fetch">/)
  })
  it('names everything that the page needs in its head, styles before the script', () => {
    const head = document().split('</head>')[0]!
    expect(head.indexOf('/s.css')).toBeGreaterThan(0)
    expect(head.indexOf('/boot.js')).toBeGreaterThan(head.indexOf('/s.css'))
  })
  it('has language, description, canonical and alternate addresses, absolute', () => {
    expect(document()).toContain('<html lang="cy">')
    expect(document()).toContain('content="About &quot;it&quot;"')
    expect(document()).toContain('<link rel="canonical" href="https://site.example/a"')
    expect(document()).toContain('hreflang="en-GB" href="https://site.example/b"')
    expect(document()).toContain('hreflang="x-default" href="https://site.example/b"')
  })
  it('makes the addresses of structured data absolute', () => {
    const data: unknown = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(document())?.[1] ?? '')
    expect(data).toMatchObject({
      url: 'https://site.example/',
      parts: [{ item: 'https://site.example/b', name: '/not-one' }],
    })
  })
  it('lets no content close a script element', () => {
    expect(document().match(/<\/script>/g)).toHaveLength(3)
  })
  it.each([
    ['$&', '$&amp;'],
    ["$'", '$&#39;'],
    ['$`', '$`'],
    ['{{APP}}', '{{APP}}'],
  ])('shows %s as it is', (title, escaped) => {
    expect(document(title)).toContain(`<title>${escaped} – Site</title>`)
  })
})

describe('the policy of a page (docs/decisions/0008, 0047)', () => {
  const base = { 'frame-src': ["'none'"], 'connect-src': ["'self'"], 'trusted-types': ['own'] }
  it('is widened for the page of a form with a captcha, by what the site names and nothing else', () => {
    const plain = contentSecurityPolicy(base)
    expect(plain).toMatch(
      /^frame-src 'none'; connect-src 'self'; trusted-types own, script-src 'self' 'sha256-/,
    )
    expect(plain).not.toContain('captcha.example')
    const captcha = {
      scripts: ['https://captcha.example/api/'],
      frames: ['https://frames.example'],
      connects: [],
      trustedTypes: ['captcha'],
    }
    const wide = contentSecurityPolicy(base, { captcha })
    expect(wide).toBe(
      plain
        .replace("frame-src 'none'", 'frame-src https://frames.example')
        .replace('trusted-types own', 'trusted-types own tessera-captcha captcha')
        .concat(' https://captcha.example/api/'),
    )
  })

  it('lets in the inline scripts that features bring by their hashes alone, in both policies', () => {
    const policy = contentSecurityPolicy(
      { 'script-src': ["'strict-dynamic'"] },
      { scriptHashes: ["'sha256-abc'"] },
    )
    expect(policy).toMatch(
      /^script-src 'strict-dynamic' 'sha256-abc', script-src 'self' 'sha256-[^']+' 'sha256-abc'$/,
    )
  })
})

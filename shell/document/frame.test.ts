import { gzipSync } from 'node:zlib'
import type { Node } from '@tessera/shared/content'
import { messagesFor } from '../messages/index.ts'
import { renderFrame, type FrameInput } from './frame.ts'
import { html, raw } from './html.ts'

const aNode = (path: string, more: Partial<Node> = {}): Node => ({
  id: path,
  path,
  displayName: path,
  includeInMenu: true,
  ...more,
})

const tree = aNode('/', {
  children: [
    aNode('/services', {
      displayName: 'Services',
      children: [aNode('/services/bins', { displayName: 'Bins & recycling' })],
    }),
    aNode('/news', { displayName: 'News' }),
    aNode('/staff', { displayName: 'Staff', includeInMenu: false }),
  ],
})

/** The frame's markup on one line, without the white space that templates leave. */
const aFrame = (more: Partial<FrameInput> = {}): string =>
  renderFrame({
    navigation: tree,
    currentPath: '/news',
    language: 'en-GB',
    messages: messagesFor(more.language ?? 'en-GB', 'en-GB'),
    siteName: 'Larkmoor Council',
    slots: {},
    main: html`<h1>News</h1>`,
    ...more,
  })
    .toString()
    .replace(/\s+/g, ' ')
    .replace(/ ?(\/?>) ?/g, '$1')
    .replaceAll(' <', '<')

describe('frame: skip link, header, main region, footer', () => {
  test('starts with a link to the main region, which can take focus', () => {
    const markup = aFrame()
    expect(markup).toMatch(/^<a class="f-skip" href="#main">Skip to content<\/a>/)
    expect(markup).toMatch(
      /<main id="main" class="f-main" tabindex="-1"><div id="late".*?<\/div><h1>News<\/h1><\/main>/,
    )
  })

  test('marks the page in the menu, and the section of a page below it', () => {
    expect(aFrame()).toContain('<a href="/news" aria-current="page">News</a>')
    const below = aFrame({ currentPath: '/services/bins' })
    expect(below).toContain('<a href="/services" aria-current="true">Services</a>')
    expect(below).toContain('<a href="/services/bins" aria-current="page">Bins &amp; recycling</a>')
    expect(aFrame({ currentPath: '/services-old' })).not.toContain('<a href="/services" aria-current')
  })

  test('shows the second level in a native disclosure with a name', () => {
    expect(aFrame()).toContain(
      '<details name="menu"><summary><span class="visually-hidden">Pages in Services</span></summary><ul><li><a href="/services/bins">',
    )
  })

  test('leaves out pages that are not for the menu', () => {
    expect(aFrame()).not.toContain('/staff')
  })

  test('has no menu and no button for one when the tree could not be loaded', () => {
    const markup = aFrame({ navigation: null })
    expect(markup).not.toContain('id="menu"')
    expect(markup).not.toContain('popovertarget')
  })

  test('offers a labelled search form that works without script and keeps the term', () => {
    const markup = aFrame({ searchTerm: 'bins" onfocus="x' })
    expect(markup).toContain('action="/search" role="search"')
    expect(markup).toContain('<label class="visually-hidden" for="site-search">Search this site</label>')
    expect(markup).toContain('name="term" value="bins&quot; onfocus=&quot;x"')
  })

  test('links to the page in the other languages, in their own names, and not to itself', () => {
    const markup = aFrame({
      languages: [
        { language: 'en-GB', path: '/news' },
        { language: 'cy', path: '/cy/newyddion' },
      ],
    })
    expect(markup).toContain('<a href="/cy/newyddion" hreflang="cy" lang="cy">Cymraeg</a>')
    expect(markup).not.toContain('hreflang="en-GB"')
  })

  test('speaks Welsh on a Welsh page', () => {
    expect(aFrame({ language: 'cy' })).toContain('Neidio i’r cynnwys')
  })

  test('puts the slots of the frame into the header untouched', () => {
    expect(aFrame({ slots: { 'header-user': raw('<div data-slot="header-user">$&</div>') } })).toContain(
      '<div data-slot="header-user">$&</div>',
    )
  })

  test('puts the slot of the search into the search form, and into nothing else', () => {
    const markup = aFrame({
      slots: { 'header-search': raw('<i>suggestions</i>'), 'header-user': raw('<i>user</i>') },
    })
    expect(markup).toMatch(/<form class="f-search"[^>]*>(?:(?!<\/form>)[^])*<i>suggestions<\/i>/)
    expect(markup.match(/<i>suggestions<\/i>/g)).toHaveLength(1)
    expect(markup).toMatch(/<div class="f-tools">(?:(?!<\/div>)[^])*<i>user<\/i>/)
  })

  test.each(['javascript:alert(1)', '//evil.test', '/\\evil.test', 'https://evil.test', '/a\nb'])(
    'never links to %j',
    (path) => {
      const markup = aFrame({ navigation: aNode('/', { children: [aNode(path, { displayName: 'Trap' })] }) })
      expect(markup).toContain('<a href="/">Trap</a>')
    },
  )

  test('shows contact details and links of the site in the footer', () => {
    const markup = aFrame({
      contact: {
        telephone: '01632 960 100',
        email: 'hello@larkmoor.example',
        address: ['1 Town Hall Square', 'Larkmoor'],
      },
      footerLinks: [{ label: 'Accessibility', path: '/accessibility' }],
    })
    expect(markup).toContain('<a href="tel:01632960100">01632 960 100</a>')
    expect(markup).toContain('<address><bdi>1 Town Hall Square</bdi><br/><bdi>Larkmoor</bdi></address>')
    expect(markup).toContain('<a href="/accessibility">Accessibility</a>')
  })

  test('has no part for contact details where the site gives none', () => {
    expect(aFrame({ contact: {} })).not.toContain('<section>')
  })

  test('stays lean: seven sections of six pages cost at most 2 KB compressed', () => {
    const children = Array.from({ length: 7 }, (_, s) =>
      aNode(`/section-${s}`, {
        displayName: `Section number ${s}`,
        children: Array.from({ length: 6 }, (__, p) =>
          aNode(`/section-${s}/a-page-of-it-${p}`, { displayName: `A page of it ${p}` }),
        ),
      }),
    )
    expect(gzipSync(aFrame({ navigation: aNode('/', { children }) })).length).toBeLessThan(2048)
  })

  test('holds no inline style and no event handler', () => {
    expect(aFrame()).not.toMatch(/\s(style|on[a-z]+)=/)
  })
})

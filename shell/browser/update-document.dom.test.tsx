import type { PageHead, PageState } from '@tessera/shared/contract'
import { metadataOf } from '../document/metadata.ts'
import { updateDocument, updateStyles } from './update-document.client.ts'

const aHead = (given: Partial<PageHead> = {}): PageHead => ({
  title: 'News',
  description: 'What is new',
  language: 'en-GB',
  dir: 'ltr',
  canonicalPath: '/news',
  alternates: [],
  ...given,
})
const aPage = (given: Partial<PageHead> = {}): PageState => ({ head: aHead(given), slots: [], releases: {} })
const url = (path: string) => new URL(path, 'http://localhost')

beforeEach(() => {
  document.head.innerHTML = `<meta name="description" content="old"><meta name="robots" content="noindex">
    <meta property="og:site_name" content="Larkmoor Council"><link id="boot" data-origin="https://www.larkmoor.example">
    <link rel="canonical" href="https://www.larkmoor.example/old"><link rel="alternate" hreflang="cy" href="https://www.larkmoor.example/cy/hen">
    <link rel="alternate" type="application/rss+xml" href="/news.rss"><meta property="og:title" content="Old">
    <script type="application/ld+json">{"@type":"Organization"}</script>`
  document.body.innerHTML = `<header>
      <a class="f-logo" href="/" aria-current="page">Home</a><div class="f-tools"><nav class="f-langs"><a href="/cy/hen" hreflang="cy">Cymraeg</a></nav></div>
      <form role="search"><input type="search" value="old"></form>
      <nav id="menu"><details open></details><a href="/services">Services</a><a href="/services/bins">Bins</a></nav>
    </header><main id="main"><h1 id="page-title">News</h1><p id="latest">x</p></main>`
})

describe('updateDocument, the head', () => {
  it('says what the page is: title, description, canonical address under the public name', () => {
    updateDocument(url('/news'), aPage())
    expect(document.title).toBe('News – Larkmoor Council')
    expect(document.querySelector<HTMLMetaElement>('meta[name=description]')?.content).toBe('What is new')
    expect(document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href).toBe(
      'https://www.larkmoor.example/news',
    )
    expect(document.querySelector('meta[name=robots]')).toBeNull()
  })

  it('has no canonical address for a page that is not for search engines', () => {
    updateDocument(url('/news'), aPage({ canonicalPath: null, robots: 'noindex' }))
    expect(document.querySelector('link[rel=canonical]')).toBeNull()
    expect(document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content).toBe('noindex')
  })

  it('says to sharing sites and search engines what the server would: Open Graph, languages, structured data', () => {
    const head = aHead({
      alternates: [
        { language: 'en-GB', path: '/news' },
        { language: 'cy', path: '/cy/newyddion' },
      ],
      openGraphType: 'article',
      imagePath: '/image.png',
      jsonLd: [{ '@type': 'NewsArticle', url: '/news', name: '</script><b>' }],
    })
    updateDocument(url('/news'), { head, slots: [], releases: {} })
    const { elements, jsonLd } = metadataOf(head, 'https://www.larkmoor.example', 'Larkmoor Council')
    const shown = [...document.head.querySelectorAll('meta, link[rel=canonical], link[hreflang]')]
    expect(
      shown.map(({ localName, attributes }) => ({
        tag: localName,
        attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
      })),
    ).toEqual(elements)
    const data = [...document.head.querySelectorAll('script[type="application/ld+json"]')]
    expect(data.map(({ textContent }) => JSON.parse(textContent) as unknown)).toEqual(jsonLd)
    expect(document.head.querySelector('link[type="application/rss+xml"]')).not.toBeNull()
  })
})

describe('updateDocument, the frame', () => {
  it('marks the page and the section that it lies in, and closes what was unfolded', () => {
    updateDocument(url('/services/bins'), aPage())
    const marks = [...document.querySelectorAll('header a:not([hreflang])')].map((link) =>
      link.getAttribute('aria-current'),
    )
    expect(marks).toEqual([null, 'true', 'page'])
    expect(document.querySelector('details')?.open).toBe(false)
  })

  it('marks links to paths with letters that addresses encode', () => {
    const menu = document.querySelector('#menu')
    menu?.insertAdjacentHTML(
      'beforeend',
      '<a href="/cy/dŵr">Dŵr</a><a href="/x" data-paths="/x /cy/tŷ">Tŷ</a>',
    )
    const marks = () =>
      [...(menu?.querySelectorAll('a') ?? [])].slice(2).map((link) => link.getAttribute('aria-current'))
    updateDocument(url('/cy/dŵr'), aPage())
    expect(marks()).toEqual(['page', null])
    updateDocument(url('/cy/t%C5%B7/treth'), aPage())
    expect(marks()).toEqual([null, 'true'])
  })

  it('marks in the menu another way to the section of a page', () => {
    const menu = document.querySelector('#menu')
    menu?.insertAdjacentHTML(
      'beforeend',
      '<a href="/services/planning" data-paths="/services/planning /planning">Planning</a>',
    )
    const mark = () => menu?.querySelector('[data-paths]')?.getAttribute('aria-current')
    updateDocument(url('/planning/applications'), aPage())
    expect(mark()).toBe('true')
    updateDocument(url('/planning-elsewhere'), aPage())
    expect(mark()).toBeNull()
  })

  it('leads to the same page in the other language, or nowhere', () => {
    updateDocument(
      url('/news'),
      aPage({
        alternates: [
          { language: 'en-GB', path: '/news' },
          { language: 'cy', path: '/cy/newyddion' },
        ],
      }),
    )
    const list = document.querySelector<HTMLElement>('.f-langs')
    const link = list?.querySelector('a')
    expect([link?.getAttribute('href'), link?.textContent]).toEqual(['/cy/newyddion', 'Cymraeg'])
    updateDocument(
      url('/only-english'),
      aPage({ alternates: [{ language: 'en-GB', path: '/only-english' }] }),
    )
    expect(list?.hidden).toBe(true)
    updateDocument(url('/news'), aPage({ alternates: [{ language: 'cy', path: '/cy' }] }))
    expect(list?.hidden).toBe(false)
    expect(link?.getAttribute('href')).toBe('/cy')
  })

  it('leads to the home page of a language that the page is not in', () => {
    const languages = [
      { language: 'en-GB', path: '/only-english' },
      { language: 'cy', path: '/cy' },
    ]
    updateDocument(url('/only-english'), { ...aPage(), languages })
    expect(document.querySelector('.f-langs a')?.getAttribute('href')).toBe('/cy')
  })

  it('keeps the way back from the sign-in page in step with the address, and never leads back to an account page', () => {
    document
      .querySelector('.f-tools')
      ?.insertAdjacentHTML(
        'beforeend',
        '<details open></details><a href="/account/login?redirect_uri=%2Fold" data-return-here>Sign in</a>',
      )
    const href = () => document.querySelector('a[data-return-here]')?.getAttribute('href')
    updateDocument(url('/search?term=bins&pageIndex=2'), aPage())
    expect(href()).toBe('/account/login?redirect_uri=%2Fsearch%3Fterm%3Dbins%26pageIndex%3D2')
    updateDocument(url('/account/registration'), aPage())
    expect(href()).toBe('/account/login?redirect_uri=%2Fsearch%3Fterm%3Dbins%26pageIndex%3D2')
    expect(document.querySelector<HTMLDetailsElement>('.f-tools details')?.open).toBe(false)
  })

  it('keeps the search box in step with the address', () => {
    updateDocument(url('/search?term=bins'), aPage())
    expect(document.querySelector('input')?.value).toBe('bins')
    updateDocument(url('/news'), aPage())
    expect(document.querySelector('input')?.value).toBe('')
  })
})

describe("updateStyles: a remote's style sheets hold while it is on the page", () => {
  const aSlot = (remote: PageState['slots'][number]['remote']) =>
    ({ id: 'main', remote, view: 'page', hydrate: 'never', props: {} }) as const
  const media = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map((link) => link.media)

  it('and no longer, and again when it comes back; the site keeps its own', () => {
    for (const href of [
      '/_shell/1/site.css',
      '/_mfe/mfe-forms/1/web/c/a.css',
      '/_mfe/mfe-search/1/web/c/b.css',
    ])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
    updateStyles({ slots: [aSlot('mfe-search')] })
    expect(media()).toEqual(['', 'not all', 'all'])
    updateStyles({ slots: [aSlot('mfe-forms'), aSlot('mfe-search')] })
    expect(media()).toEqual(['', 'all', 'all'])
  })
})

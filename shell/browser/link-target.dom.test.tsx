import { formTarget, linkTarget } from './link-target.ts'

const here = new URL('http://localhost/services?page=1')

beforeAll(() => {
  history.replaceState(null, '', here)
})

/** The target of a link with this markup. */
function target(markup: string): string | null {
  document.body.innerHTML = markup
  const url = linkTarget(document.querySelector('a')!, here, 'en-GB')
  return url && `${url.pathname}${url.search}${url.hash}`
}

function sent(markup: string, fields: Readonly<Record<string, string>> = {}): string | null {
  document.body.innerHTML = markup
  const form = document.querySelector('form')!
  for (const [name, value] of Object.entries(fields))
    (form.elements.namedItem(name) as HTMLInputElement).value = value
  const url = formTarget(form, form.querySelector('button'), here)
  return url && `${url.pathname}${url.search}`
}

describe('linkTarget (design 2)', () => {
  it.each([
    ['a page of the site', '<a href="/news">x</a>', '/news'],
    ['a relative link', '<a href="council-tax">x</a>', '/council-tax'],
    ['another query of the same page', '<a href="?page=2">x</a>', '/services?page=2'],
    ['a place on another page', '<a href="/news#latest">x</a>', '/news#latest'],
    ['the page itself', '<a href="/services?page=1">x</a>', '/services?page=1'],
    ["a link in the page's own language", '<a href="/news" hreflang="en-GB">x</a>', '/news'],
    ['a link that names its own frame', '<a href="/news" target="_self">x</a>', '/news'],
    ['a page whose name merely holds the word', '<a href="/library-hours">x</a>', '/library-hours'],
  ])('follows %s', (_what, markup, expected) => {
    expect(target(markup)).toBe(expected)
  })

  it.each([
    ['another origin', '<a href="https://elsewhere.example/news">x</a>'],
    ['another port', '<a href="http://localhost:8080/news">x</a>'],
    ['mail', '<a href="mailto:a@b.example">x</a>'],
    ['script', '<a href="javascript:alert(1)">x</a>'],
    ['what cannot be parsed', '<a href="http://[">x</a>'],
    ['a new window', '<a href="/news" target="_blank">x</a>'],
    ['a download', '<a href="/news" download>x</a>'],
    ['a place on this page', '<a href="#main">x</a>'],
    ['a place on this page, written out', '<a href="/services?page=1#main">x</a>'],
    ["the shell's own files", '<a href="/_shell/1.0.0/boot.js">x</a>'],
    ['an asset', '<a href="/asset-library/minutes.pdf">x</a>'],
    ['an image', '<a href="/image-library/scenes/valley.svg">x</a>'],
    ['a link that asks for a full load', '<a href="/version" data-full-load>x</a>'],
    ['a path that would name another host', '<a href="/a/..//evil.example/news">x</a>'],
    ['another language', '<a href="/cy" hreflang="cy">x</a>'],
    ['another language by its text', '<a href="/cy" lang="cy">x</a>'],
    ['an external relation', '<a href="/partner" rel="external">x</a>'],
    ['an anchor without address', '<a>x</a>'],
  ])('leaves %s to the browser', (_what, markup) => {
    expect(target(markup)).toBeNull()
  })
})

describe('formTarget', () => {
  const search =
    '<form role="search" action="/search"><input name="term"><button name="go" value="1">x</button></form>'

  it('makes the address that the browser would make', () => {
    expect(sent(search, { term: 'bins & tips' })).toBe('/search?term=bins+%26+tips&go=1')
    expect(sent(search.replace('/search"', '/search?old=1"'), { term: 'a' })).toBe('/search?term=a&go=1')
  })

  describe('with choices', () => {
    const filters = `<search><form action="/news?old=1">
      <input name="term" value=""><input name="action" value="a"><input type="hidden" name="facet" value="news">
      <select name="order"><option value="">Best first</option><option value="-date">Newest first</option></select>
      <select name="ward" multiple><option selected>Abbey</option><option>Castle</option><option selected>Park</option></select>
      <input type="checkbox" name="type" value="event"><input type="checkbox" name="type" value="news" checked>
      <input type="checkbox" name="free" checked><input disabled name="off" value="1">
      <button>Apply</button><button name="clear" value="ward">Clear</button>
      <button formaction="/news/map">Map</button><button formmethod="post">Save</button>
      <button formtarget="_blank">Print</button><button name="empty" value="">None</button></form></search>`
    const by = (text: string | null): string | null => {
      document.body.innerHTML = filters
      const form = document.querySelector('form')!
      const buttons = [...form.querySelectorAll('button')]
      const url = formTarget(form, buttons.find(({ textContent }) => textContent === text) ?? null, here)
      return url && `${url.pathname}${url.search}`
    }
    const chosen = 'action=a&facet=news&ward=Abbey&ward=Park&type=news&free=on'

    it('has the address that the browser would make, without what is empty', () => {
      expect(by('Apply')).toBe(`/news?${chosen}`)
      expect(by(null)).toBe(`/news?${chosen}`)
      expect(by('None')).toBe(`/news?${chosen}`)
    })

    it('says which button sent it, and goes where that says', () => {
      expect(by('Clear')).toBe(`/news?${chosen}&clear=ward`)
      expect(by('Map')).toBe(`/news/map?${chosen}`)
    })

    it.each(['Save', 'Print'])('is left to the browser where its button says so: %s', (text) => {
      expect(by(text)).toBeNull()
    })

    it('has no parameters at all when everything is empty', () => {
      expect(sent('<form role="search" action="/search"><input name="term"></form>')).toBe('/search')
    })

    it('leads to the page that it stands on where it names no other', () => {
      expect(sent('<form role="search"><input name="term" value="x"></form>')).toBe('/services?term=x')
    })
  })

  it.each([
    ['a form that is not a search', search.replace('role="search"', '')],
    ['a form that posts', search.replace('action', 'method="post" action')],
    ['a form of another origin', search.replace('/search"', 'https://elsewhere.example/"')],
    ['a form into another window', search.replace('action', 'target="_blank" action')],
    ['a form that asks for a full load', search.replace('action', 'data-full-load action')],
  ])('leaves %s to the browser', (_what, markup) => {
    expect(sent(markup)).toBeNull()
  })
})

import { html, raw, needsCode } from './html.ts'

/** Texts that break careless template functions. */
const HOSTILE = [
  `</script><script>alert(1)</script>`,
  `$& $' $\` $1 $$`,
  `" onmouseover="x`,
  `' '`,
  'line\u2028paragraph\u2029end',
  '{{APP}}',
  '<!--',
]

const decode = (markup: string): string => {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  }
  return markup.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
}

describe('html templates', () => {
  test.each(HOSTILE)('show %j as text, byte for byte, in content and in attributes', (text) => {
    const markup = html`<p title="${text}">${text}</p>`.toString()
    const [, attribute, content] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(markup) ?? []
    expect(decode(attribute!)).toBe(text)
    expect(decode(content!)).toBe(text)
  })

  test('take markup of their own as it is, nested and in lists', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    const list = html`<ul>
      ${items}
    </ul>`.toString()
    expect(list.replaceAll('\n', '')).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  test('do not send their own indentation, and never touch that of a value', () => {
    const text = 'one\n    two'
    const markup = html`<pre>${text}</pre>
      <p>end</p>`.toString()
    expect(markup).toBe('<pre>one\n    two</pre>\n<p>end</p>')
  })

  test('leave out what is absent and keep zero', () => {
    expect(html`${null}${undefined}${false}${0}${''}`.toString()).toBe('0')
  })

  test('escape an object that only looks like markup', () => {
    const impostor = { toString: () => '<script>' } as unknown as string
    expect(() => html`${impostor}`.toString()).toThrow()
  })

  test('keep trusted markup untouched, replacement patterns included', () => {
    expect(html`<div>${raw("<i>$& $'</i>")}</div>`.toString()).toBe("<div><i>$& $'</i></div>")
  })
})

describe('markup of a slot', () => {
  it.each([
    [
      'a form that posts',
      '<form class="f" action="/contact" method="post"><button>Send</button></form>',
      true,
    ],
    ['a button for a script', '<a href="/">Home</a><button type="button">Map</button>', true],
    ['a text that waits for more', '<p>Loading …</p>', true],
    ['nothing', '', true],
    ['a list of links', '<ul><li><a href="/e">Method="post"</a></li></ul>', false],
    ['filters that only ask', '<form action="/events"><button type="submit">Apply</button></form>', false],
  ])('that is %s needs its code or does not', (_what, markup, needed) => {
    expect(needsCode(markup)).toBe(needed)
  })
})

import { sanitiseHtml } from './sanitise-html.ts'

/** Markup that has bypassed other sanitisers; nothing executable may be left of it. */
const HOSTILE: readonly string[] = [
  '<script>alert(1)</script><p>x</p>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x"></object><embed src="x"><applet code="x"></applet>',
  '<form action="https://evil.example"><input name="password"><button formaction="javascript:alert(1)">x</button></form>',
  '<p style="position:fixed;inset:0;background:url(https://evil.example)">x</p>',
  '<style>*{background:url(https://evil.example)}</style>',
  '<link rel="stylesheet" href="https://evil.example"><meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<a href="https://ok.example" onclick="alert(1)">x</a>',
  '<img src="x" srcset="javascript:alert(1) 1x">',
  '<video><source onerror="alert(1)"></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<<script>script>alert(1)<</script>/script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<p id="getElementById" name="body">x</p><img name="cookie" src="/x.png">',
]

/** Matches elements and attributes that could run code, load resources, change styles or clobber the DOM. */
const DANGEROUS =
  /<(?:script|style|iframe|object|embed|applet|form|input|button|link|meta|base|svg|math|template|textarea|video|source|noscript|xmp)\b|<[^>]*\s(?:on\w+|style|srcset|srcdoc|formaction|name)\s*=|<[^>]*\s(?:href|src)\s*=\s*["']?\s*(?:javascript|vbscript|data)\s*:/i

describe('rich text is made harmless (reference security 1.6)', () => {
  it.each(HOSTILE)('leaves nothing that could run in %s', (html) => {
    expect(sanitiseHtml(html)).not.toMatch(DANGEROUS)
  })

  it.each(HOSTILE)('gives the same when it cleans twice: %s', (html) => {
    const once = sanitiseHtml(html)
    expect(sanitiseHtml(once)).toBe(once)
  })

  it('keeps the structure that editors write', () => {
    const html =
      '<h2>Title</h2><p>Some <strong>bold</strong> and <em>fine</em> words<br /></p><ul><li>One</li></ul><blockquote>Said</blockquote>'
    expect(sanitiseHtml(html)).toBe(html)
  })

  it('keeps tables with their headers and spans', () => {
    const html =
      '<table><caption>C</caption><thead><tr><th scope="col" colspan="2">H</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    expect(sanitiseHtml(html)).toBe(html)
  })

  it.each(['/contact', '#', 'page', 'https://a.example/x?y=1', 'mailto:a@b.example', 'tel:+441632960000'])(
    'keeps the link %s',
    (href) => {
      expect(sanitiseHtml(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`)
    },
  )

  it('gives links that open a window no hold on this one', () => {
    expect(sanitiseHtml('<a href="https://a.example" target="_blank" rel="opener">x</a>')).toBe(
      '<a href="https://a.example" target="_blank" rel="noopener">x</a>',
    )
  })

  it('renames ids, and links to them follow', () => {
    expect(sanitiseHtml('<h2 id="body">T</h2><a href="#body">x</a>')).toBe(
      '<h2 id="c-body">T</h2><a href="#c-body">x</a>',
    )
  })

  it('has no h1, for the page has one of its own', () => {
    expect(sanitiseHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>')
  })

  it('loads images late, and drops those from nowhere', () => {
    expect(sanitiseHtml('<img src="/image-library/a.png" alt="A"><img alt="B">')).toBe(
      '<img alt="A" src="/image-library/a.png" loading="lazy" decoding="async" />',
    )
  })

  it('lets awkward text through as text', () => {
    expect(sanitiseHtml("<p>$& $' $` \u2028 &lt;/script&gt;</p>")).toBe(
      "<p>$&amp; $' $` \u2028 &lt;/script&gt;</p>",
    )
  })

  it('survives 10,000 levels of nesting', () => {
    expect(sanitiseHtml('<div>'.repeat(10_000) + 'x').length).toBeLessThan(5_000)
  })
})

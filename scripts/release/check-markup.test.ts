import { markupProblems } from './check-markup.ts'

const check = (markup: string, language = 'en-GB') => markupProblems([{ view: 'page', language, markup }])

describe('the markup of fixtures', () => {
  it('has nothing to mend where everybody can use it', async () => {
    const sound = `<h1>Search</h1>
      <nav aria-label="Pages"><ul><li><a href="/2">2</a></li></ul></nav>
      <form><label for="q">What for</label><input id="q" name="q" autocomplete="off" /><button>Search</button></form>
      <img src="/a.png" alt="" /><table><tr><th scope="col">Day</th></tr><tr><td>Monday</td></tr></table>`
    expect(await check(sound)).toEqual([])
  })

  it.each([
    ['<img src="/a.png" />', 'image-alt: Images must have alternative text: <img src="/a.png">'],
    ['<input name="q" />', 'label: Form elements must have labels: <input name="q">'],
    ['<button><svg></svg></button>', 'button-name: Buttons must have discernible text: <button>'],
    ['<a href="/x"></a>', 'link-name: Links must have discernible text: <a href="/x"></a>'],
    [
      '<select name="s"><option>1</option></select>',
      'select-name: Select element must have an accessible name',
    ],
    [
      '<h1>One</h1><h3>Three</h3>',
      'heading-order: Heading levels should only increase by one: <h3>Three</h3>',
    ],
    ['<h2></h2>', 'empty-heading: Headings should not be empty: <h2></h2>'],
    ['<ul><p>no item</p></ul>', 'list: <ul> and <ol> must only directly contain <li>'],
    ['<li>alone</li>', 'listitem: <li> elements must be contained in a <ul> or <ol>: <li>alone</li>'],
    [
      '<div role="buton">x</div>',
      'aria-roles: ARIA roles used must conform to valid values: <div role="buton">',
    ],
    [
      '<p aria-labl="x">x</p>',
      'aria-valid-attr: ARIA attributes must conform to valid names: <p aria-labl="x">',
    ],
    [
      '<div role="checkbox" tabindex="0">x</div>',
      'aria-required-attr: Required ARIA attributes must be provided',
    ],
    ['<p lang="english">x</p>', 'valid-lang: lang attribute must have a valid value: <p lang="english">'],
    [
      '<p tabindex="3">x</p>',
      'tabindex: Elements should not have tabindex greater than zero: <p tabindex="3">',
    ],
    ['<iframe src="/x"></iframe>', 'frame-title: Frames must have an accessible name: <iframe src="/x">'],
    ['<nav>1</nav><nav>2</nav>', 'landmark-unique: Landmarks should have a unique role'],
  ])('is refused with the rule and the element: %s', async (markup, said) => {
    expect(await check(markup)).toContainEqual(expect.stringContaining(`view: page: ${said}`))
  })

  it('of a page in a language that there is not is refused', async () => {
    expect(await check('<h1>x</h1>', 'zz-top-secret')).toContainEqual(
      expect.stringContaining('html-lang-valid'),
    )
  })

  it('is held against the views one by one, says the same once, and is cut where it is long', async () => {
    const image = `<img ${Array.from({ length: 40 }, (_, index) => `data-${index}="a"`).join(' ')} />`
    const found = await markupProblems([
      { view: 'page', language: 'en-GB', markup: image },
      { view: 'page', language: 'cy', markup: image },
      { view: 'listing', language: 'en-GB', markup: '<h2 id="a">x</h2>' },
      { view: 'listing', language: 'en-GB', markup: '<h2 id="a">x</h2>' },
    ])
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^view: page: image-alt: .*data-9=.*…$/)
  })

  it('is looked at and not run', async () => {
    const markup = `<h1>x</h1><script>globalThis.ran = document.body.innerHTML = '<img src=x>'</script>
      <img alt="" src="x" onerror="document.body.innerHTML = '<img src=x>'" />
      <iframe title="x" srcdoc="<script>parent.document.body.innerHTML = '<img src=x>'</script>"></iframe>
      <iframe title="y" src="javascript:parent.document.body.innerHTML = '<img src=x>'"></iframe>`
    expect(await check(markup)).toEqual([])
    expect(globalThis).not.toHaveProperty('ran')
  })
})

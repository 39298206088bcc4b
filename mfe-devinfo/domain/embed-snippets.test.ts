import { attributesOf, readChoice, tokensOf } from './embed-choice.ts'
import { addressOnSite, snippetsOf, type FixedScript } from './embed-snippets.ts'

const SITE = 'https://www.example.org'
const LANGUAGES = ['en-GB', 'cy']

const choose = (query: Readonly<Record<string, string>>) => readChoice(query, LANGUAGES)
const codes = (query: Readonly<Record<string, string>>, fixed: FixedScript | null = null) =>
  Object.fromEntries(
    snippetsOf({ choice: choose(query), site: SITE, linkText: 'On our site', fixed }).map(({ way, code }) => [
      way,
      code,
    ]),
  )

describe('what staff choose to embed (docs/decisions/0082)', () => {
  it('is a box in the first language unless something else is chosen', () => {
    expect(attributesOf(choose({}))).toEqual({ mode: 'box', language: 'en-GB' })
    expect(tokensOf(choose({}))).toEqual({})
  })

  it('is a form once it has an id, and a listing once it has a name', () => {
    expect(attributesOf(choose({ show: 'form' }))).toBeNull()
    expect(attributesOf(choose({ show: 'listing' }))).toBeNull()
    expect(
      attributesOf(
        choose({ show: 'form', formId: '7', provider: 'forms-api', showSteps: 'true', isDarkToo: 'true' }),
      ),
    ).toEqual({
      'form-id': '7',
      language: 'en-GB',
      provider: 'forms-api',
      'show-steps': '',
      scheme: 'auto',
    })
    expect(attributesOf(choose({ show: 'listing', config: 'events', page: '/events', label: 'A' }))).toEqual({
      mode: 'listing',
      config: 'events',
      language: 'en-GB',
      page: '/events',
      label: 'A',
    })
  })

  it.each([
    ['show', 'script', 'box'],
    ['formId', '1"><script>', ''],
    ['config', 'a b', ''],
    ['language', 'xx', 'en-GB'],
    ['page', '//evil.example', ''],
    ['page', 'javascript:alert(1)', ''],
    ['action', 'url(//evil.example)', ''],
    ['label', 'x'.repeat(101), ''],
  ] as const)('drops an invalid value: %s of %s', (name, value, read) => {
    expect(choose({ [name]: value })[name]).toBe(read)
  })

  it.each([
    ['#000000', '#ffffff'],
    ['#0d4746', '#ffffff'],
    ['#767676', '#000000'],
    ['#FFCC00', '#000000'],
  ])('has readable words on buttons of the colour %s', (action, ink) => {
    expect(tokensOf(choose({ action }))).toEqual({
      '--color-action': action.toLowerCase(),
      '--color-action-hover': action.toLowerCase(),
      '--color-action-ink': ink,
    })
  })

  it('takes the typeface of the page around it', () => {
    expect(tokensOf(choose({ isHostFont: 'true' }))).toEqual({
      '--font-body': 'inherit',
      '--font-display': 'inherit',
    })
  })
})

describe('what a page that embeds says (docs/decisions/0082)', () => {
  it('is empty while no form is named', () => {
    expect(codes({ show: 'form' })).toEqual({})
  })

  it('is a tag and an element with a link to the same on the site', () => {
    expect(codes({ show: 'form', formId: '1001', page: '/contact' })['tag']).toBe(
      `<script type="module" src="${SITE}/embed/forms.js"></script>
<tessera-form form-id="1001" language="en-GB">
  <a href="${SITE}/contact">On our site</a>
</tessera-form>`,
    )
  })

  it('has a fixed version only where its hash is known', () => {
    expect(codes({})).not.toHaveProperty('fixed')
    expect(codes({}, { path: '/_mfe/a/1/web/embed/search.js', integrity: 'sha384-0' })['fixed']).toContain(
      `src="${SITE}/_mfe/a/1/web/embed/search.js"\n  integrity="sha384-0" crossorigin="anonymous"></script>\n<tessera-search mode="box"`,
    )
  })

  it('has a rule for the looks only where some were chosen', () => {
    expect(codes({})).not.toHaveProperty('styles')
    expect(codes({ isHostFont: 'true' })['styles']).toBe(
      'tessera-search {\n  --font-body: inherit;\n  --font-display: inherit;\n}',
    )
  })

  it('says the same as options to React, to other frameworks and to single-spa, but for the looks', () => {
    const { react, script, parcel } = codes({
      show: 'form',
      formId: '7',
      showSteps: 'true',
      isDarkToo: 'true',
    })
    expect(react).toContain(`<TesseraForm site={'${SITE}'} formId={'7'} language={'en-GB'} showSteps>`)
    expect(script).toContain(
      `await mountForm('${SITE}', element, { formId: '7', language: 'en-GB', showSteps: true })`,
    )
    expect(parcel).toContain(`import { parcel } from '${SITE}/embed/forms.js'`)
    expect(parcel).toContain("{ domElement, formId: '7', language: 'en-GB', showSteps: true }")
    expect(codes({})['react']).toContain('<TesseraSearch ')
    expect(codes({})['script']).toContain('mountSearch(')
  })

  it('escapes a label that was chosen, as HTML and as JavaScript', () => {
    const { tag, script } = codes({ label: `"<it's> & \\` })
    expect(tag).toContain(`label="&quot;&lt;it's> &amp; \\"`)
    expect(script).toContain(`label: '"<it\\'s> & \\\\' }`)
  })

  it.each([
    [{}, '/search'],
    [{ language: 'cy' }, '/cy/search'],
    [{ show: 'form', formId: '1' }, '/'],
    [{ show: 'form', formId: '1', language: 'cy' }, '/cy/'],
    [{ page: '/services' }, '/services'],
  ])('leads to the same on the site: %j', (query, path) => {
    expect(addressOnSite(choose(query), SITE)).toBe(SITE + path)
  })
})

import type { Entry } from '@tessera/shared/content'
import type { ContentClient, JsonObject, LoadRequest } from '@tessera/shared/contract'
import { createSanitiser } from '@tessera/shared/sanitise'
import { createMemoryClient } from '@tessera/shared/testing'
import { loadQuality } from './load-quality.ts'

const anImage = (name: string, width: number, altText = '') => ({
  asset: {
    sys: { id: name, uri: `/image-library/${name}`, properties: { width, height: 400 } },
    title: name,
  },
  altText,
})
const aPage = (fields: object): Entry => ({
  sys: { id: 'page-1', contentTypeId: 'contentPage', language: 'en-GB', uri: '/bins/page' },
  entryTitle: 'Put your bins out',
  entryDescription: 'When we empty your bins.',
  ...fields,
})
const bins: Entry = {
  sys: { id: 'bins', contentTypeId: 'contentPage', language: 'en-GB', uri: '/bins' },
  entryTitle: 'Bins',
}

interface Shown {
  readonly findings: readonly {
    readonly check: string
    readonly severity: string
    readonly entry: { readonly id: string; readonly name: string; readonly isPage: boolean }
    readonly field: readonly string[]
    readonly facts: JsonObject
  }[]
  readonly readingAge: number | string | null
  readonly unchecked: number
}

/** Props of the quality panel of a previewed page; undefined where there is none. */
async function review(entry: Entry, changes: Partial<LoadRequest> = {}, own: Partial<ContentClient> = {}) {
  const client = createMemoryClient({
    root: { id: 'root', path: '/', children: [{ id: 'n1', path: '/bins', entry: bins }] },
    entries: [entry],
  })
  const { slots } = await loadQuality({
    client: { ...client, ...own },
    language: 'en-GB',
    origin: 'https://www.larkmoor.example',
    preview: { isServed: (path) => path === '/search' },
    route: { entry, currentPath: '/bins/page' } as LoadRequest['route'],
    sanitise: createSanitiser(),
    ...changes,
  })
  return slots?.[0]?.props as unknown as Shown | undefined
}
const found = async (fields: object): Promise<readonly (readonly [string, string, string])[]> =>
  ((await review(aPage(fields)))?.findings ?? []).map(
    ({ check, entry, field }) => [check, entry.id, field.join(' › ')] as const,
  )
const richText = (html: string) => ({ body: [{ type: 'richText', value: html }] })
const TEXT = ['page-1', 'body › 1. richText'] as const

describe('the quality panel of a preview (docs/decisions/0067)', () => {
  it('is there for previews alone, and for pages that have an entry', async () => {
    expect(await review(aPage({}))).toBeDefined()
    expect(await review(aPage({}), { preview: undefined } as never)).toBeUndefined()
    expect(
      await review(aPage({}), { route: { entry: null, currentPath: '/search' } as LoadRequest['route'] }),
    ).toBeUndefined()
  })

  it('finds nothing on a page without faults', async () => {
    const clean = {
      image: anImage('bins.jpg', 1344, 'A bin lorry'),
      body: [
        { type: 'heading', value: 'Your bins' },
        {
          type: 'richText',
          value:
            '<h3>When</h3><p><a href="/bins/">Bins</a>, <a href="/search?term=bin">search</a>, <a href="#c-when">when</a>,' +
            ' <a href="https://www.gov.uk/bins">elsewhere</a>, <a href="mailto:bins@larkmoor.example">write</a>,' +
            ' <a href="tel:01632960100">call</a>, <a href="../bins">up</a>, <a href="/asset-library/plan.pdf">plan</a></p>' +
            '<h4>Where</h4><p><img src="/image-library/kerb.jpg" alt="A kerb"></p>',
        },
        { type: 'linkList', value: { heading: 'More', links: [bins] } },
        { type: 'richText', value: '<h4>Later</h4>' },
      ],
    }
    expect(await found(clean)).toEqual([])
  })

  it('finds an image without an alternative text, in a field, in a block and inside rich text', async () => {
    expect(
      await found({
        image: anImage('hero.jpg', 600),
        body: [
          { type: 'image', value: anImage('block.jpg', 600) },
          { type: 'richText', value: '<p><img src="/image-library/inline.jpg"></p>' },
        ],
      }),
    ).toEqual([
      ['missingAlt', 'page-1', 'image'],
      ['missingAlt', 'page-1', 'body › 1. image'],
      ['missingAlt', 'page-1', 'body › 2. richText'],
    ])
  })

  it('finds a heading that skips a level, across blocks', async () => {
    expect(
      await found({
        body: [
          { type: 'heading', value: 'Two' },
          { type: 'richText', value: '<h4>Four</h4><h3>Three</h3><h4>Four again</h4>' },
        ],
      }),
    ).toEqual([['headingJump', 'page-1', 'body › 2. richText']])
    expect(await found(richText('<h3>Three below the title</h3>'))).toEqual([['headingJump', ...TEXT]])
  })

  it.each([
    ['a path of this site where there is no page', '/bins/gone'],
    ['the same with its host', 'https://www.larkmoor.example/bins/gone'],
    ['a relative one', 'gone'],
  ])('finds a broken link: %s', async (_what, href) => {
    expect(await found(richText(`<p><a href="${href}">Gone</a></p>`))).toEqual([['brokenLink', ...TEXT]])
  })

  it.each([
    'http://',
    'https://nowhere',
    'mailto:somebody',
    'tel:none',
    'javascript:alert(1)',
    '',
    'www.gov.uk',
    'mailto:100%@x.example',
  ])('finds a link whose address cannot work, by its form alone: %j', async (href) => {
    expect(await found(richText(`<p><a href="${href}">Somewhere</a></p>`))).toEqual([
      ['malformedLink', ...TEXT],
    ])
  })

  it('finds a linked entry that is not there, and one that has no page to link to', async () => {
    const body = [
      { type: 'callToAction', value: { heading: 'Go', link: { sys: { id: 'gone' } } } },
      { type: 'linkList', value: { links: [bins, { sys: { id: 'bare' }, entryTitle: 'Bare' }] } },
      { type: 'image', value: { asset: { sys: { id: 'gone' } } } },
    ]
    expect(await found({ body })).toEqual([
      ['missingEntry', 'page-1', 'body › 1. callToAction › link'],
      ['entryWithoutPage', 'page-1', 'body › 2. linkList › links › 2'],
      ['missingEntry', 'page-1', 'body › 3. image'],
    ])
  })

  it('finds a missing description and a title that search engines cut', async () => {
    expect(await found({ entryDescription: ' ', entryTitle: 'a'.repeat(66) })).toEqual([
      ['longTitle', 'page-1', 'entryTitle'],
      ['missingDescription', 'page-1', 'entryDescription'],
    ])
    expect(await found({ entryTitle: 'a'.repeat(65) })).toEqual([])
  })

  it('finds an image that is far wider than it is shown, drawings aside', async () => {
    const image = (name: string, width: number) => found({ image: anImage(name, width, 'A photograph') })
    expect(await image('large.jpg', 672 * 4 + 1)).toEqual([['oversizedImage', 'page-1', 'image']])
    expect(await image('enough.jpg', 672 * 4)).toEqual([])
    expect(await image('drawing.svg', 9_000)).toEqual([])
    const props = await review(aPage({ photo: anImage('face.jpg', 2_000, 'A face') }))
    expect(props?.findings[0]?.facts).toMatchObject({ width: 2_000, shown: 360 })
  })

  it('names the entry that has the fault: of a card its linked entry, of a nested composition the whole way', async () => {
    const card = { ...bins, image: anImage('card.jpg', 300) }
    const nested = [
      { type: 'accordion', value: { items: [{ heading: 'A', content: '<p><a href="/gone">Go</a></p>' }] } },
    ]
    const props = await review(
      aPage({
        body: [
          { type: 'entryCard', value: card },
          { type: 'columns', value: { left: nested } },
        ],
      }),
    )
    expect(props?.findings.map(({ entry, field }) => [entry.name, entry.isPage, ...field])).toEqual([
      ['Bins', false, 'image'],
      ['Put your bins out', true, 'body', '2. columns', 'left', '1. accordion', 'items', '1', 'content'],
    ])
  })

  it('distinguishes barriers for visitors from warnings', async () => {
    const props = await review(aPage({ image: anImage('large.jpg', 9_000), entryDescription: null }))
    expect(props?.findings.map(({ check, severity }) => [check, severity])).toEqual([
      ['missingDescription', 'warning'],
      ['missingAlt', 'error'],
      ['oversizedImage', 'warning'],
    ])
  })

  it('says how old a reader of English has to be, and applies no formula to another language', async () => {
    const easy = '<p>The cat sat on the mat. It was a wet day and we all sat in the sun.</p>'.repeat(6)
    const hard = `<p>${'Notwithstanding administrative considerations, environmental authorities systematically investigate irregularities '.repeat(8)}.</p>`
    expect((await review(aPage(richText(easy))))?.readingAge).toBeLessThan(9)
    const props = await review(aPage(richText(hard)))
    expect(props?.readingAge).toBeGreaterThan(14)
    expect(props?.findings.map(({ check }) => check)).toEqual(['hardToRead'])
    const welsh = aPage(richText(hard))
    expect((await review({ ...welsh, sys: { ...welsh.sys, language: 'cy' } }))?.readingAge).toBe(
      'not-english',
    )
  })

  it('looks every address up once, and says how many it has left', async () => {
    const asked: string[] = []
    const links = Array.from(
      { length: 45 },
      (_, at) => `<a href="/p${at}">a</a><a href="/p${at}">b</a>`,
    ).join(' ')
    const props = await review(
      aPage(richText(`<p>${links}</p>`)),
      {},
      {
        nodeByPath: async (path) => {
          asked.push(path)
          return null
        },
      },
    )
    expect([asked.length, new Set(asked).size, props?.unchecked]).toEqual([40, 40, 5])
    expect(props?.findings).toHaveLength(80)
  })
})

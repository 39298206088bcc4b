import { inOrderOf, readLinks, readRefs } from './entry-links.ts'
import { entryMappers } from './map-entry.ts'
import { noRelatives } from '../testing/no-relatives.ts'

const anEntry = (language: string, title: string) => ({
  entryTitle: title,
  sys: { id: title, contentTypeId: 'newsArticle', language, uri: `/${title}` },
})
const aPage = {
  entryTitle: 'Hafan',
  sys: { id: 'home', contentTypeId: 'homePage', language: 'cy' },
  quickLinks: [anEntry('cy', 'biniau'), anEntry('en-GB', 'bins')],
  related: [anEntry('en-GB', 'tax')],
  venue: anEntry('en-GB', 'library'),
  body: [
    { type: 'entryCard', value: anEntry('en-GB', 'parks') },
    { type: 'linkList', value: { links: [anEntry('en-GB', 'roads')] } },
    {
      type: 'callToAction',
      value: { heading: 'Talu', linkText: 'Talu nawr', link: anEntry('en-GB', 'pay') },
    },
  ],
}
const model = (view: 'home' | 'content' | 'event') =>
  entryMappers[view]({
    node: null,
    entry: aPage,
    language: 'cy',
    sanitise: (html) => html,
    relatives: noRelatives,
  })

describe('parts in another language (specification 9)', () => {
  it('are marked with their language, and what is in the language of the page is not', async () => {
    const links = readLinks(aPage.quickLinks, 'cy')
    expect(links).toEqual([
      { title: 'biniau', href: '/biniau' },
      { title: 'bins', href: '/bins', language: 'en-GB' },
    ])
  })

  it('are marked in related pages, in composers and in places', async () => {
    expect(await model('content')).toMatchObject({
      related: [{ title: 'tax', language: 'en-GB' }],
      blocks: [
        { type: 'entryCard', card: { title: 'parks', language: 'en-GB' } },
        { type: 'linkList', links: [{ title: 'roads', language: 'en-GB' }] },
        { type: 'callToAction', link: { title: 'Talu nawr', href: '/pay' } },
      ],
    })
    expect(await model('event')).toMatchObject({ venue: { title: 'library', language: 'en-GB' } })
  })

  it("leaves the page's own words for a link in the page's own language", async () => {
    const { blocks } = (await model('content')) as { blocks: { link?: object }[] }
    expect(blocks[2]?.link).toEqual({ title: 'Talu nawr', href: '/pay' })
  })
})

describe('what the home page links to (docs/decisions/0034)', () => {
  it('is kept as ids and languages, whether it is resolved or not; what is no link is left out', async () => {
    const link = { sys: { id: 'tips', language: 'en-GB', contentTypeId: 'contentPage', dataFormat: 'entry' } }
    expect(readRefs([...aPage.quickLinks, link, { sys: { id: 'old' } }, null, 'text'])).toEqual([
      { id: 'biniau', language: 'cy' },
      { id: 'bins', language: 'en-GB' },
      { id: 'tips', language: 'en-GB' },
      { id: 'old' },
    ])
    expect(await model('home')).toMatchObject({
      quickLinks: [{ id: 'biniau' }, { id: 'bins' }],
      highlights: [],
    })
    expect(readRefs(undefined)).toEqual([])
  })

  it('is in the order of the links and in their languages, without what was not found', () => {
    const found = [anEntry('en-GB', 'c'), anEntry('en-GB', 'a'), anEntry('cy', 'a'), anEntry('en-GB', 'd')]
    const refs = [{ id: 'a', language: 'cy' }, { id: 'gone' }, { id: 'c', language: 'en-GB' }, { id: 'd' }]
    expect(inOrderOf(refs, found)).toEqual([found[2], found[0], found[3]])
    expect(inOrderOf([{ id: 'c', language: 'cy' }], found)).toEqual([])
  })
})

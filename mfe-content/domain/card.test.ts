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
    expect(await model('home')).toMatchObject({
      quickLinks: [
        { title: 'biniau', href: '/biniau' },
        { title: 'bins', language: 'en-GB' },
      ],
    })
    expect(JSON.stringify(await model('home'))).not.toContain('"language":"cy"')
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

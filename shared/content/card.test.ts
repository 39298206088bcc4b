import { readCard, readDateRange } from './index.ts'

const venue = { entryTitle: 'Central Library', sys: { id: 'v1', uri: '/library', contentTypeId: 'venue' } }
const anEntry = {
  entryTitle: 'Lantern parade',
  entryDescription: 'From the bridge to the market.',
  sys: { id: 'e1', contentTypeId: 'event', language: 'en-GB', uri: '//events/lantern-parade' },
  image: {
    asset: {
      sys: { id: 'a', uri: '/image-library/lanterns.svg', properties: { width: 1600, height: 900 } },
      altText: 'Lanterns on a bridge',
    },
    caption: 'Last year',
  },
  dates: { from: '2026-11-28T16:00:00Z', to: '2026-11-28T19:00:00Z' },
  received: '2026-03-14T09:00:00Z',
  location: { lat: 52.4, lon: -2.9 },
  price: 'Free',
  topic: { key: '0/1/9', name: 'Libraries and leisure' },
  venue,
  empty: '',
}

describe('an entry as a card (specification 3, Search state)', () => {
  it('has title, path and summary, and of the fields that are named what they hold', () => {
    const fields = {
      image: 'image',
      date: 'received',
      dates: 'dates',
      location: 'location',
      facts: ['price', 'topic', 'venue', 'empty', 'missing'],
    }
    expect(readCard(anEntry, fields, 'en-GB')).toEqual({
      id: 'e1',
      contentTypeId: 'event',
      title: 'Lantern parade',
      path: '/events/lantern-parade',
      summary: 'From the bridge to the market.',
      image: { src: '/image-library/lanterns.svg', width: 1600, height: 900 },
      date: '2026-03-14T09:00:00Z',
      dates: { from: '2026-11-28T16:00:00Z', to: '2026-11-28T19:00:00Z' },
      location: { lat: 52.4, lon: -2.9 },
      facts: ['Free', 'Libraries and leisure', 'Central Library'],
    })
  })

  it('says its language where that is not the one of the page around it', () => {
    expect(readCard(anEntry, {}, 'cy')).toEqual({
      id: 'e1',
      contentTypeId: 'event',
      title: 'Lantern parade',
      path: '/events/lantern-parade',
      language: 'en-GB',
      summary: 'From the bridge to the market.',
    })
  })

  it('has facts in the page’s language where there are words for them, marked as such', () => {
    const words = { price: { Free: { cy: 'Am ddim' } } }
    const fields = { facts: ['price', 'venue'], words }
    expect(readCard(anEntry, fields, 'cy')?.facts).toEqual([{ own: 'Am ddim' }, 'Central Library'])
    expect(readCard(anEntry, fields, 'en-GB')?.facts).toEqual(['Free', 'Central Library'])
    const welsh = { ...anEntry, sys: { ...anEntry.sys, language: 'cy' } }
    expect(readCard(welsh, fields, 'cy')?.facts).toEqual(['Am ddim', 'Central Library'])
    expect(readCard(welsh, fields, 'en-GB')?.facts).toEqual(['Am ddim', 'Central Library'])
  })

  it.each([
    ['a link that is not resolved', { sys: { id: 'e1', contentTypeId: 'event' } }],
    ['an entry without a title', { ...anEntry, entryTitle: '  ' }],
    ['an entry without a page of its own', { ...anEntry, sys: { id: 'e1', uri: null } }],
    ['no entry', 'e1'],
  ])('is not made from %s', (_, value) => expect(readCard(value, {})).toBeUndefined())

  it('leaves out the end of a range before its beginning, and a range without one', () => {
    expect(readDateRange({ from: '2026-02-02', to: '2026-02-01' })).toEqual({ from: '2026-02-02' })
    expect(readDateRange({ to: '2026-02-01' })).toBeUndefined()
  })
})

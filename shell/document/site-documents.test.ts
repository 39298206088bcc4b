import { createSiteDocuments, type SiteContact } from './site-documents.server.ts'

const documents = (address: SiteContact['address']) =>
  createSiteDocuments({
    config: {
      languages: { primary: 'en-GB', supported: ['en-GB', 'cy', 'ar'] },
      publicUrl: 'https://site.example',
      siteName: { 'en-GB': 'Larkmoor Council' },
    },
    pathPrefix: () => '',
    contact: { telephone: '01632 960100', address },
    footerLinks: {},
    files: {} as never,
  })
const addressesOf = (address: SiteContact['address']) =>
  ['en-GB', 'cy', 'ar'].map((language) => documents(address).organisation(language)['address'])

describe('the address of the people behind a site', () => {
  it('is that of the page’s language, else that of the site’s first language', () => {
    expect(addressesOf({ 'en-GB': ['Town Hall', 'LK1 1AA'], cy: ['Neuadd y Dref', 'LK1 1AA'] })).toEqual([
      'Town Hall, LK1 1AA',
      'Neuadd y Dref, LK1 1AA',
      'Town Hall, LK1 1AA',
    ])
  })

  it('is the same in every language where it is given once', () => {
    expect(addressesOf(['Town Hall'])).toEqual(['Town Hall', 'Town Hall', 'Town Hall'])
  })

  it('is left out where there is none', () => {
    expect(addressesOf(undefined)).toEqual([undefined, undefined, undefined])
    expect(addressesOf({ cy: ['Neuadd y Dref'] })).toEqual([undefined, 'Neuadd y Dref', undefined])
  })
})

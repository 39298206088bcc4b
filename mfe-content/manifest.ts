import type { ContentTypeMapping, Manifest } from '@tessera/shared/contract'

const TITLES = ['entryTitle', 'entryDescription'] as const

/** Levels of links inside the composer fields of `body`: what its blocks show of other entries, and nothing else. */
const BODY_LINKS = {
  'body.image': 1,
  'body.linkList.links': 1,
  'body.entryCard': 1,
  'body.entryCard.image': 2,
  'body.callToAction.link': 1,
} as const

/** Content types and what one call for each page brings. Fields of linked entries come from the same list. */
const contentTypes: readonly ContentTypeMapping[] = [
  {
    contentTypeId: 'homePage',
    view: 'home',
    hydrate: 'never',
    fields: [...TITLES, 'heroHeading', 'heroText', 'heroImage', 'quickLinks', 'highlights', 'image', 'publishedDate', 'dates', 'body'],
    fieldLinkDepths: { heroImage: 1, quickLinks: 1, highlights: 1, 'highlights.image': 2, ...BODY_LINKS },
    entryMapper: 'home',
  },
  {
    contentTypeId: 'landingPage',
    view: 'landing',
    hydrate: 'never',
    fields: [...TITLES, 'image', 'body'],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { children: true, ancestors: true },
    entryMapper: 'landing',
  },
  {
    contentTypeId: 'contentPage',
    view: 'content',
    hydrate: 'never',
    fields: [...TITLES, 'image', 'body', 'related'],
    fieldLinkDepths: { image: 1, related: 1, ...BODY_LINKS },
    nodeOptions: { children: true, siblings: true, ancestors: true },
    entryMapper: 'content',
  },
  {
    contentTypeId: 'newsArticle',
    view: 'news',
    hydrate: 'never',
    fields: [...TITLES, 'publishedDate', 'author', 'image', 'body', 'topic'],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'news',
  },
  {
    contentTypeId: 'event',
    view: 'event',
    hydrate: 'never',
    fields: [...TITLES, 'image', 'dates', 'venue', 'address', 'price', 'body', 'topic'],
    fieldLinkDepths: { image: 1, venue: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'event',
  },
  {
    contentTypeId: 'venue',
    view: 'venue',
    hydrate: 'never',
    fields: [...TITLES, 'kind', 'address', 'location', 'phone', 'email', 'image', 'openingHours', 'facilities', 'body'],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'venue',
  },
  {
    contentTypeId: 'councillor',
    view: 'councillor',
    hydrate: 'never',
    fields: [...TITLES, 'party', 'ward', 'email', 'phone', 'photo', 'roles'],
    fieldLinkDepths: { photo: 1 },
    nodeOptions: { ancestors: true },
    entryMapper: 'councillor',
  },
  {
    contentTypeId: 'planningApplication',
    view: 'planning',
    hydrate: 'never',
    fields: [...TITLES, 'reference', 'address', 'postcode', 'ward', 'applicant', 'status', 'received', 'decided', 'location'],
    linkDepth: 0,
    nodeOptions: { ancestors: true },
    entryMapper: 'planning',
  },
  {
    contentTypeId: 'document',
    view: 'document',
    hydrate: 'never',
    fields: [...TITLES, 'category', 'file', 'published'],
    fieldLinkDepths: { file: 1 },
    nodeOptions: { ancestors: true },
    entryMapper: 'document',
  },
  {
    contentTypeId: 'listingPage',
    view: 'listing',
    hydrate: 'never',
    fields: [...TITLES, 'listedType', 'orderBy', 'image', 'body'],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'listing',
  },
]

/** What the host needs to know about the content pages before loading them. */
export const manifest: Manifest = {
  name: 'mfe-content',
  contract: '^1.0.0',
  contentTypes,
  stateKeys: ['content'],
  previewsEntries: true,
}

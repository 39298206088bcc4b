import { IMAGE_ASSET_FIELDS } from '@tessera/shared/content'
import type { ContentTypeMapping, Manifest } from '@tessera/shared/contract'
import { CARD_FIELDS } from './domain/card-fields.ts'

/**
 * Fields of every entry: title, description, and the system members that pages and the shell use. Listing any leaves out the others
 * (owner, workflow, version), both here and in linked entries. Source: reference delivery-api 1.10.
 */
const BASICS = [
  'entryTitle',
  'entryDescription',
  'sys.allUris',
  'sys.availableLanguages',
  'sys.metadata',
  ...IMAGE_ASSET_FIELDS,
] as const

/** The body, and the fields that cards in it show of linked entries. */
const BODY = ['body', ...CARD_FIELDS] as const

/** Link depths inside the composer field `body`: only for what its blocks show of linked entries. */
const BODY_LINKS = {
  'body.image': 1,
  'body.linkList.links': 1,
  'body.entryCard': 1,
  'body.entryCard.image': 2,
  'body.entryCard.photo': 2,
  'body.callToAction.link': 1,
  'body.minilist.link': 1,
} as const

/** The home page's links outside its body, and its spotlight's settings. */
const HOME_LINKS = ['quickLinks', 'highlights', 'highlightsShown', 'newsDays'] as const

/** Content types, and what the one call for a page of each loads. The list of fields applies to linked entries too. */
const contentTypes: readonly ContentTypeMapping[] = [
  {
    contentTypeId: 'homePage',
    view: 'home',
    hydrate: 'never',
    fields: [...BASICS, 'heroHeading', 'heroText', 'heroImage', ...HOME_LINKS, ...BODY],
    // The loader fetches the links outside the body: resolved here they would include whole bodies. Source: docs/decisions/0034.
    fieldLinkDepths: { heroImage: 1, ...BODY_LINKS },
    entryMapper: 'home',
  },
  {
    contentTypeId: 'landingPage',
    view: 'landing',
    hydrate: 'never',
    fields: [...BASICS, ...BODY],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { children: true, ancestors: true },
    entryMapper: 'landing',
  },
  {
    contentTypeId: 'contentPage',
    view: 'content',
    hydrate: 'never',
    fields: [...BASICS, ...BODY, 'related'],
    fieldLinkDepths: { image: 1, related: 1, ...BODY_LINKS },
    nodeOptions: { children: true, siblings: true, ancestors: true },
    entryMapper: 'content',
  },
  {
    contentTypeId: 'newsArticle',
    view: 'news',
    hydrate: 'never',
    fields: [...BASICS, 'author', ...BODY, 'topic'],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'news',
  },
  {
    contentTypeId: 'event',
    view: 'event',
    hydrate: 'never',
    fields: [...BASICS, 'venue', 'address', ...BODY, 'topic'],
    fieldLinkDepths: { image: 1, venue: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'event',
  },
  {
    contentTypeId: 'venue',
    view: 'venue',
    hydrate: 'never',
    fields: [...BASICS, 'address', 'location', 'phone', 'email', 'openingHours', 'facilities', ...BODY],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'venue',
  },
  {
    contentTypeId: 'councillor',
    view: 'councillor',
    hydrate: 'never',
    fields: [...BASICS, 'party', 'ward', 'email', 'phone', 'photo', 'roles'],
    fieldLinkDepths: { photo: 1 },
    nodeOptions: { ancestors: true },
    entryMapper: 'councillor',
  },
  {
    contentTypeId: 'planningApplication',
    view: 'planning',
    hydrate: 'never',
    fields: [
      ...BASICS,
      'reference',
      'address',
      'postcode',
      'ward',
      'applicant',
      'status',
      'received',
      'decided',
      'consultationEnds',
      'documents',
      'location',
    ],
    fieldLinkDepths: { documents: 1 },
    nodeOptions: { ancestors: true },
    entryMapper: 'planning',
  },
  {
    contentTypeId: 'document',
    view: 'document',
    hydrate: 'never',
    fields: [...BASICS, 'category', 'file', 'published'],
    fieldLinkDepths: { file: 1 },
    nodeOptions: { ancestors: true },
    entryMapper: 'document',
  },
  {
    contentTypeId: 'listingPage',
    view: 'listing',
    hydrate: 'never',
    fields: [...BASICS, 'listing', 'composition', ...BODY],
    fieldLinkDepths: { image: 1, ...BODY_LINKS },
    nodeOptions: { ancestors: true },
    entryMapper: 'listing',
  },
  {
    contentTypeId: '*',
    view: 'any',
    hydrate: 'never',
    linkDepth: 1,
    nodeOptions: { children: true, siblings: true, ancestors: true },
    entryMapper: 'any',
  },
]

/** The manifest of the content pages. */
export const manifest: Manifest = {
  name: 'mfe-content',
  contract: '^1.12.0',
  contentTypes,
  placedViews: [
    { remote: 'mfe-search', view: 'listing' },
    { remote: 'mfe-search', view: 'composition' },
    { remote: 'mfe-search', view: 'minilist' },
    { remote: 'mfe-forms', view: 'form' },
  ],
  stateKeys: ['content'],
}

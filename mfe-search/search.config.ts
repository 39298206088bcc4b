import { defineSearch } from './config/define-search.ts'
import type { FacetConfig } from './config/search-config.ts'
import {
  ENGLISH_RECORDS,
  KINDS,
  NOT_ENDED,
  PAGES,
  RECORDS,
  RECORD_RULES,
  bestMatch,
  byTitle,
  category,
  contentTypeId,
  kind,
  near,
  nearest,
  newestBy,
  oldestBy,
  party,
  status,
  topic,
  ward,
  year,
} from './search.filters.ts'
import { textOf } from './search.texts.ts'
import { RELEVANCE } from './search.relevance.ts'

const soonest = { title: textOf('Soonest first'), orderBy: 'dates.from' }
const PAGE_SIZES = [20, 50, 100] as const

const news = {
  title: textOf('News'),
  queryParams: { contentTypeIds: ['newsArticle'], orderBy: ['-publishedDate'] },
  filters: { topic, year },
} as const satisfies FacetConfig

const events = {
  title: textOf('Events'),
  queryParams: { contentTypeIds: ['event'], orderBy: ['dates.from'], customWhere: [NOT_ENDED] },
  filters: {
    date: {
      title: textOf('Date'),
      fieldId: 'dates.from',
      endFieldId: 'dates.to',
      valueType: 'date',
      view: 'range',
    },
    topic,
    venue: {
      title: textOf('Venue'),
      fieldId: 'venue.sys.id',
      contentTypeId: 'venue',
      view: 'select',
      isSingleSelect: true,
    },
  },
} as const satisfies FacetConfig

const planning = {
  title: textOf('Planning applications'),
  queryParams: { contentTypeIds: ['planningApplication'], orderBy: ['-received'], ...ENGLISH_RECORDS },
  filters: {
    status,
    ward,
    received: {
      title: textOf('Received'),
      fieldId: 'received',
      valueType: 'date',
      view: 'range',
    },
  },
} as const satisfies FacetConfig

const venues = {
  title: textOf('Libraries and leisure'),
  queryParams: { contentTypeIds: ['venue'], orderBy: ['entryTitle'] },
  filters: {
    near,
    kind,
    facility: {
      title: textOf('Facilities'),
      fieldId: 'facilities',
      aggregations: true,
      logicOperator: 'and',
    },
  },
} as const satisfies FacetConfig

const documents = {
  title: textOf('Documents'),
  queryParams: { contentTypeIds: ['document'], orderBy: ['-published'] },
  filters: { category },
} as const satisfies FacetConfig

const councillors = {
  title: textOf('Councillors'),
  queryParams: { contentTypeIds: ['councillor'], orderBy: ['surname', 'entryTitle'], ...ENGLISH_RECORDS },
  filters: { ward, party },
} as const satisfies FacetConfig

const services = {
  title: textOf('Services and information'),
  queryParams: { contentTypeIds: PAGES },
  filters: { topic },
} as const satisfies FacetConfig

/** A facet of the search page: a term puts the best match first, with the site's synonyms and pins. */
const onSearchPage = <const Tab extends string, Facet extends FacetConfig>(
  tabId: Tab,
  facet: Facet,
  ...orders: NonNullable<FacetConfig['sortOptions']>
) =>
  ({
    ...facet,
    tabId,
    queryParams: { ...facet.queryParams, relevance: RELEVANCE },
    sortOptions: [bestMatch, ...orders],
    pageSizes: PAGE_SIZES,
  }) satisfies FacetConfig

/** A facet that features the landing page for a term above records that mention it. */
const withHome = <Facet extends FacetConfig>(facet: Facet) => ({
  ...facet,
  queryParams: { ...facet.queryParams, featuredResults: { contentTypeId: 'landingPage', count: 1 } },
})

/** The latest news of a topic and of those below it. */
const newsAbout = (title: FacetConfig['title'], key: string) => ({
  title,
  queryParams: {
    ...news.queryParams,
    customWhere: [
      {
        or: [
          { field: 'topic', equalTo: key },
          { field: 'topic', startsWith: `${key}/` },
        ],
      },
    ],
    pageSize: 3,
  },
})

/** The search configuration of Larkmoor Council's site. Names of listings, minilists and compositions are used in content. */
export const searchConfig = defineSearch({
  tabs: [
    { id: 'all', label: textOf('Everything') },
    { id: 'services', label: textOf('Services') },
    { id: 'news', label: textOf('News') },
    { id: 'events', label: textOf('Events') },
    { id: 'planning', label: textOf('Planning') },
    { id: 'documents', label: textOf('Documents') },
    { id: 'people', label: textOf('People and places'), defaultFacet: 'venues' },
  ],
  facets: {
    all: onSearchPage('all', {
      title: textOf('Everything'),
      filters: { topic, contentTypeId },
      queryParams: {
        contentTypeIds: [...PAGES, ...RECORDS],
        byType: RECORD_RULES,
      },
    }),
    services: onSearchPage('services', services, byTitle),
    news: onSearchPage('news', news, newestBy('publishedDate'), byTitle),
    events: onSearchPage('events', events, soonest, byTitle),
    planning: onSearchPage('planning', planning, newestBy('received'), oldestBy('received')),
    documents: onSearchPage('documents', withHome(documents), newestBy('published'), byTitle),
    venues: onSearchPage('people', venues, nearest, byTitle),
    councillors: onSearchPage('people', councillors, byTitle),
  },
  listings: {
    news: {
      ...news,
      sortOptions: [newestBy('publishedDate'), oldestBy('publishedDate'), byTitle],
      pageSizes: PAGE_SIZES,
    },
    events: {
      ...events,
      layout: 'months',
      sortOptions: [soonest, byTitle],
      pageSizes: PAGE_SIZES,
    },
    planning: {
      ...planning,
      layout: 'rows',
      sortOptions: [newestBy('received'), oldestBy('received'), byTitle],
      pageSizes: PAGE_SIZES,
    },
    venues: { ...venues, layout: 'places', sortOptions: [nearest, byTitle], pageSizes: PAGE_SIZES },
    documents: {
      ...documents,
      layout: 'rows',
      sortOptions: [newestBy('published'), byTitle],
      pageSizes: PAGE_SIZES,
    },
    councillors: { ...councillors, sortOptions: [byTitle], pageSizes: PAGE_SIZES },
  },
  minilist: {
    latestNews: {
      title: textOf('Latest news'),
      queryParams: { ...news.queryParams, pageSize: 3 },
    },
    comingUp: {
      title: textOf('Coming up'),
      queryParams: {
        ...events.queryParams,
        // A course that began in September is still in the listing, but is not coming up.
        customWhere: [{ field: 'dates.from', greaterThanOrEqualTo: 'now()' }],
        pageSize: 3,
      },
    },
    openConsultations: {
      title: textOf('Open for comment'),
      layout: 'rows',
      queryParams: {
        ...planning.queryParams,
        customWhere: [{ field: 'status', equalTo: 'Under consultation' }],
        pageSize: 3,
      },
    },
    latestDocuments: {
      title: textOf('Latest documents'),
      layout: 'rows',
      queryParams: { ...documents.queryParams, pageSize: 3 },
    },
    roadNews: newsAbout(textOf('News of roads and parking'), '0/1/5'),
    environmentNews: newsAbout(textOf('News of the environment'), '0/1/8'),
  },
  compositions: {
    happening: { title: textOf('What is happening'), listings: ['news', 'events'] },
  },
  contactPath: { 'en-GB': '/contact', cy: '/cy/cysylltu' },
  cards: {
    newsArticle: { kind: KINDS.newsArticle, image: 'image', date: 'publishedDate' },
    event: { kind: KINDS.event, image: 'image', dates: 'dates', everyWeeks: 'everyWeeks', facts: ['price'] },
    planningApplication: {
      kind: KINDS.planningApplication,
      date: 'received',
      facts: ['reference', 'status', 'ward'],
    },
    venue: { kind: KINDS.venue, image: 'image', location: 'location', facts: ['kind'] },
    councillor: { kind: KINDS.councillor, image: 'photo', facts: ['party', 'ward'] },
    document: { kind: KINDS.document, date: 'published', facts: ['category'] },
    '*': { image: 'image' },
  },
})

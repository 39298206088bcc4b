import { defineSearch } from './config/define-search.ts'
import type { FacetConfig } from './config/search-config.ts'
import {
  ENGLISH_RECORDS,
  NOT_ENDED,
  RECORDS,
  RECORD_RULES,
  bestMatch,
  byTitle,
  category,
  kind,
  near,
  nearest,
  newestBy,
  oldestBy,
  party,
  bilingual,
  status,
  topic,
  ward,
  year,
} from './search.filters.ts'
import { RELEVANCE } from './search.relevance.ts'

const soonest = { title: bilingual('Soonest first', 'Cynharaf yn gyntaf'), orderBy: 'dates.from' }
const PAGE_SIZES = [20, 50, 100] as const

const news = {
  title: bilingual('News', 'Newyddion'),
  queryParams: { contentTypeIds: ['newsArticle'], orderBy: ['-publishedDate'] },
  filters: { topic, year },
} as const satisfies FacetConfig

const events = {
  title: bilingual('Events', 'Digwyddiadau'),
  queryParams: { contentTypeIds: ['event'], orderBy: ['dates.from'], customWhere: [NOT_ENDED] },
  filters: {
    date: { title: bilingual('Date', 'Dyddiad'), fieldId: 'dates.from', valueType: 'date', view: 'range' },
    topic,
    venue: {
      title: bilingual('Venue', 'Lleoliad'),
      fieldId: 'venue.sys.id',
      contentTypeId: 'venue',
      view: 'select',
      isSingleSelect: true,
    },
  },
} as const satisfies FacetConfig

const planning = {
  title: bilingual('Planning applications', 'Ceisiadau cynllunio'),
  queryParams: { contentTypeIds: ['planningApplication'], orderBy: ['-received'], ...ENGLISH_RECORDS },
  filters: {
    status,
    ward,
    received: {
      title: bilingual('Received', 'Derbyniwyd'),
      fieldId: 'received',
      valueType: 'date',
      view: 'range',
    },
  },
} as const satisfies FacetConfig

const venues = {
  title: bilingual('Libraries and leisure', 'Llyfrgelloedd a hamdden'),
  queryParams: { contentTypeIds: ['venue'], orderBy: ['entryTitle'] },
  filters: {
    near,
    kind,
    facility: {
      title: bilingual('Facilities', 'Cyfleusterau'),
      fieldId: 'facilities',
      aggregations: true,
      logicOperator: 'and',
    },
  },
} as const satisfies FacetConfig

const documents = {
  title: bilingual('Documents', 'Dogfennau'),
  queryParams: { contentTypeIds: ['document'], orderBy: ['-published'] },
  filters: { category },
} as const satisfies FacetConfig

const councillors = {
  title: bilingual('Councillors', 'Cynghorwyr'),
  queryParams: { contentTypeIds: ['councillor'], orderBy: ['surname', 'entryTitle'], ...ENGLISH_RECORDS },
  filters: { ward, party },
} as const satisfies FacetConfig

const services = {
  title: bilingual('Services and information', 'Gwasanaethau a gwybodaeth'),
  queryParams: { contentTypeIds: ['contentPage', 'landingPage', 'listingPage', 'homePage'] },
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
    { id: 'all', label: bilingual('Everything', 'Popeth') },
    { id: 'services', label: bilingual('Services', 'Gwasanaethau') },
    { id: 'news', label: bilingual('News', 'Newyddion') },
    { id: 'events', label: bilingual('Events', 'Digwyddiadau') },
    { id: 'planning', label: bilingual('Planning', 'Cynllunio') },
    { id: 'documents', label: bilingual('Documents', 'Dogfennau') },
    { id: 'people', label: bilingual('People and places', 'Pobl a lleoedd'), defaultFacet: 'venues' },
  ],
  facets: {
    all: onSearchPage('all', {
      title: bilingual('Everything', 'Popeth'),
      filters: { topic },
      queryParams: {
        contentTypeIds: [...services.queryParams.contentTypeIds, ...RECORDS],
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
      title: bilingual('Latest news', 'Newyddion diweddaraf'),
      queryParams: { ...news.queryParams, pageSize: 3 },
    },
    comingUp: {
      title: bilingual('Coming up', 'Ar y gweill'),
      queryParams: {
        ...events.queryParams,
        // A course that began in September is still in the listing, but is not coming up.
        customWhere: [{ field: 'dates.from', greaterThanOrEqualTo: 'now()' }],
        pageSize: 3,
      },
    },
    openConsultations: {
      title: bilingual('Open for comment', 'Ar agor i sylwadau'),
      layout: 'rows',
      queryParams: {
        ...planning.queryParams,
        customWhere: [{ field: 'status', equalTo: 'Under consultation' }],
        pageSize: 3,
      },
    },
    latestDocuments: {
      title: bilingual('Latest documents', 'Dogfennau diweddaraf'),
      layout: 'rows',
      queryParams: { ...documents.queryParams, pageSize: 3 },
    },
    roadNews: newsAbout(bilingual('News of roads and parking', 'Newyddion am ffyrdd a pharcio'), '0/1/5'),
    environmentNews: newsAbout(bilingual('News of the environment', 'Newyddion am yr amgylchedd'), '0/1/8'),
  },
  compositions: {
    happening: { title: bilingual('What is happening', 'Beth sy’n digwydd'), listings: ['news', 'events'] },
  },
  contactPath: bilingual('/contact', '/cy/cysylltu'),
  cards: {
    newsArticle: { kind: bilingual('News', 'Newyddion'), image: 'image', date: 'publishedDate' },
    event: {
      kind: bilingual('Event', 'Digwyddiad'),
      image: 'image',
      dates: 'dates',
      everyWeeks: 'everyWeeks',
      facts: ['price'],
    },
    planningApplication: {
      kind: bilingual('Planning application', 'Cais cynllunio'),
      date: 'received',
      facts: ['reference', 'status', 'ward'],
    },
    venue: { kind: bilingual('Place', 'Lle'), image: 'image', location: 'location', facts: ['kind'] },
    councillor: { kind: bilingual('Councillor', 'Cynghorydd'), image: 'photo', facts: ['party', 'ward'] },
    document: { kind: bilingual('Document', 'Dogfen'), date: 'published', facts: ['category'] },
    '*': { image: 'image' },
  },
})

import type { SearchConfig } from '../config/search-config.ts'
import type { SearchAddress } from '../domain/search-address.ts'

/** A configuration with one of everything that addresses depend on. */
export const aConfig: SearchConfig = {
  tabs: [
    { id: 'all', label: 'All', defaultFacet: 'everything' },
    { id: 'places', label: { 'en-GB': 'Places', cy: 'Lleoedd' } },
  ],
  facets: {
    everything: {
      title: 'Everything',
      tabId: 'all',
      queryParams: { orderBy: ['entryTitle'] },
      sortOptions: [
        { title: 'Best match', orderBy: '' },
        { title: 'By title', orderBy: 'entryTitle' },
        { title: 'Newest', orderBy: '-date,entryTitle' },
      ],
      pageSizes: [20, 50, 100],
      filters: {
        contentTypeId: {
          title: 'Kind',
          fieldId: 'sys.contentTypeId',
          items: [
            { key: 'news', title: 'News' },
            { key: 'event', title: 'Event' },
          ],
        },
        topic: { title: 'Topic', fieldId: 'topic.sys.id', contentTypeId: 'topic', isGrouped: true },
        year: {
          title: 'Year',
          fieldId: 'year',
          valueType: 'number',
          isSingleSelect: true,
          aggregations: true,
        },
        price: { title: 'Price', fieldId: 'price', valueType: 'number', view: 'range' },
        date: { title: 'Date', fieldId: 'date', valueType: 'date', view: 'range' },
        hidden: {
          title: 'Hidden',
          fieldId: 'kind',
          renderable: false,
          items: [{ key: 'page', title: 'Page', isSelected: true }],
        },
      },
    },
    news: {
      title: 'News',
      tabId: 'all',
      filters: {
        topic: { title: 'Topic', fieldId: 'topic.sys.id', contentTypeId: 'topic', isGrouped: true },
        status: {
          title: 'Status',
          fieldId: 'status',
          defaultValue: 'open',
          items: [
            { key: 'open', title: 'Open' },
            { key: 'closed', title: 'Closed' },
          ],
        },
      },
    },
    venues: {
      title: 'Venues',
      tabId: 'places',
      queryParams: { pageSize: 10 },
      filters: { near: { title: 'Near', fieldId: 'location', valueType: 'geo', view: 'near' } },
    },
  },
  listings: {
    planning: {
      title: 'Planning',
      filters: { ward: { title: 'Ward', fieldId: 'ward.sys.id', contentTypeId: 'ward' } },
    },
    jobs: { title: 'Jobs' },
  },
  minilist: { related: { title: 'Related', queryParams: { contentTypeIds: ['news'], pageSize: 3 } } },
  compositions: { reading: { title: 'Reading', listings: ['jobs', 'planning'] } },
}

/** An address with defaults only, changed by `change`. */
export const anAddress = (change: Partial<SearchAddress> = {}): SearchAddress => ({
  context: 'facets',
  key: 'everything',
  term: '',
  orderBy: null,
  pageIndex: 0,
  pageSize: null,
  filters: {},
  hash: null,
  ...change,
})

import { isObject } from '@tessera/shared/content'
import { aggregations, condition, OPERATOR_NAMES, scalar } from './query-shape.ts'
import {
  anyJson,
  callable,
  degrees,
  fieldPath,
  flag,
  list,
  localised,
  members,
  oneOf,
  oneOrMore,
  orderField,
  record,
  text,
  whole,
  type Shape,
} from './shape.ts'

/** Maximum number of results on a page: a page is read by people. */
const MAX_PAGE_SIZE = 100

const queryParams = members({
  contentTypeIds: list(text),
  assetTypes: list(text),
  webpageTemplates: list(text),
  customWhere: list(condition),
  orderBy: list(orderField),
  fields: list(text),
  linkDepth: whole(0, 10),
  fieldLinkDepths: record(whole(0, 10), 'any'),
  pageSize: whole(1, MAX_PAGE_SIZE),
  internalPaging: flag,
  loadMorePaging: flag,
  includeInSearch: list(fieldPath),
  weightedSearchFields: list(members({ fieldId: fieldPath, weight: whole(1, 1_000) }, ['fieldId'])),
  omitDefaultSearchFields: list(fieldPath),
  fuzzySearch: flag,
  featuredResults: members(
    { contentTypeId: text, fieldId: fieldPath, fieldValue: scalar, count: whole(1, MAX_PAGE_SIZE) },
    ['count'],
  ),
  excludeIds: list(text),
  useSearchTerm: flag,
  languages: list(text),
  byType: record(members({ languages: list(text), customWhere: list(condition) })),
  versionStatus: oneOf('published', 'latest'),
  customAggregations: aggregations,
  relevance: (value, keyPath) =>
    isObject(value)
      ? members({ homeTypes: list(text), namedTypes: list(text), fileFields: list(fieldPath) })(
          value,
          keyPath,
        )
      : flag(value, keyPath),
})

const filter = members(
  {
    title: localised,
    fieldId: oneOrMore(fieldPath),
    endFieldId: fieldPath,
    valueType: oneOf('text', 'number', 'date', 'geo', 'boolean'),
    fieldOperator: oneOf(...OPERATOR_NAMES),
    logicOperator: oneOf('and', 'or', 'not'),
    contentTypeId: oneOrMore(text),
    customWhere: list(condition),
    pageSize: whole(1, 1_000),
    path: text,
    childDepth: whole(1, 10),
    hasOneValue: flag,
    items: list(members({ key: text, title: localised, isSelected: flag }, ['key', 'title'])),
    isSorted: flag,
    hidesUnselected: flag,
    aggregations: flag,
    defaultValue: text,
    isGrouped: flag,
    isSingleSelect: flag,
    renderable: flag,
    view: oneOf('list', 'tree', 'select', 'range', 'near'),
    distances: (value, at) => (isObject(value) ? record(list(text), 'any') : list(text))(value, at),
    places: list(
      members({ name: localised, postcodes: list(text), lat: degrees(90), lon: degrees(180) }, [
        'name',
        'lat',
        'lon',
      ]),
    ),
  },
  ['title', 'fieldId'],
)

const source = {
  title: localised,
  queryParams,
  filters: record(filter),
  projectId: text,
  customApi: text,
  mappers: members({ results: callable, filterItems: callable, resultsInfo: callable, customApi: callable }),
}

/** An empty order means best match first. */
const order: Shape = (value, keyPath) =>
  value === '' ? [] : list(orderField)(typeof value === 'string' ? value.split(',') : value, keyPath)

const choices = {
  sortOptions: list(members({ title: localised, orderBy: order }, ['title', 'orderBy'])),
  pageSizes: list(whole(1, MAX_PAGE_SIZE)),
}

/** The shape of a configuration. References between its members are checked by `checkSearch`. */
export const searchShape: Shape = members({
  tabs: list(members({ id: text, label: localised, defaultFacet: text, totalCount: text }, ['id', 'label'])),
  facets: record(members({ ...source, ...choices, tabId: text }, ['title'])),
  listings: record(
    members({ ...source, ...choices, layout: oneOf('grid', 'months', 'rows', 'places') }, ['title']),
  ),
  minilist: record(members({ ...source, layout: oneOf('grid', 'rows') }, ['title'])),
  compositions: record(members({ title: localised, listings: list(text) }, ['title', 'listings'])),
  // `checkSearch` reports a missing uri, in the specification's words.
  customApis: record(members({ uri: anyJson })),
  contactPath: localised,
  cards: record(
    members({
      kind: localised,
      image: text,
      date: text,
      dates: text,
      everyWeeks: text,
      location: text,
      facts: list(text),
    }),
    'any',
  ),
})

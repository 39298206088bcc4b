import { isObject } from '@tessera/shared/content'
import { isCountable } from '../domain/filter-counts.ts'
import { isFilterValue, operatorOf, readDistance } from '../domain/filter-values.ts'
import { defaultSelection, type SearchSource } from '../domain/search-source.ts'
import type { FilterConfig } from './search-config.ts'
import { isKnown, mistake, unique, type Mistake } from './shape.ts'

/** The mistakes of one filter of a facet, listing or minilist, besides those of its shape and of its key. */
export function checkFilter(filter: FilterConfig, source: SearchSource, place: string): readonly Mistake[] {
  const { items, contentTypeId, path, aggregations, view, renderable } = filter
  const counted = aggregations === true ? true : undefined
  const sources = [items, contentTypeId, path, counted].filter((one) => one !== undefined)
  const isOpen = view === 'range' || view === 'near' || renderable === false
  return [
    ...(sources.length > 0 || isOpen
      ? []
      : mistake(place, 'needs items, contentTypeId, path or aggregations, or the view range or near')),
    ...(sources.length > 1 ? mistake(place, 'has more than one source of options') : []),
    ...(counted ? checkCounted(filter, source, place) : []),
    ...checkView(filter, place),
    ...checkNear(filter, place),
    ...checkNeeds(filter, source, place),
    ...checkItems(filter, place),
  ]
}

/** Options from the values of results are read from counts: a filter whose values cannot be counted would have none. */
function checkCounted(filter: FilterConfig, source: SearchSource, place: string): readonly Mistake[] {
  const { fieldId } = filter
  if (Array.isArray(fieldId) && fieldId.length > 1)
    return mistake(`${place}.fieldId`, 'must be one field, whose values are counted')
  return isCountable(source, filter) ? [] : mistake(`${place}.aggregations`, NEVER_COUNTED)
}

const NEVER_COUNTED =
  'would have no options: only whole texts, numbers and booleans are counted, and none with a custom API, renderable: false or featured results without contentTypeId'

const VIEW_OPERATORS = { range: 'between', near: 'distanceWithin' } as const

function checkView(filter: FilterConfig, place: string): readonly Mistake[] {
  const { view, valueType = 'text' } = filter
  if (view !== 'range' && view !== 'near') return []
  const isRight = view === 'near' ? valueType === 'geo' : valueType === 'number' || valueType === 'date'
  const message = view === 'near' ? 'must be geo for places nearby' : 'must be number or date for a range'
  const operator = VIEW_OPERATORS[view]
  return [
    ...(isRight ? [] : mistake(`${place}.valueType`, message)),
    ...(operatorOf(filter) === operator
      ? []
      : mistake(`${place}.fieldOperator`, `must be ${operator} with the view ${view}`)),
  ]
}

const SOURCES = ['items', 'contentTypeId', 'path', 'aggregations'] as const

/** Options that are read only beside another one. */
const NEEDS = {
  childDepth: 'path',
  hasOneValue: 'path',
  isSorted: 'items',
} as const satisfies Partial<Record<keyof FilterConfig, keyof FilterConfig>>

/** Options that would be ignored: nothing reads them without another one, or with the filter's view. */
function checkNeeds(filter: FilterConfig, { mappers }: SearchSource, place: string): readonly Mistake[] {
  const { view, path, contentTypeId, isSingleSelect } = filter
  const isGiven = (option: keyof FilterConfig): boolean =>
    filter[option] !== undefined && filter[option] !== false
  const isNested = path !== undefined || (contentTypeId !== undefined && mappers?.filterItems !== undefined)
  return [
    ...Object.entries(NEEDS).flatMap(([option, other]) =>
      isGiven(option as keyof typeof NEEDS) && filter[other] === undefined
        ? mistake(`${place}.${option}`, `needs ${other}`)
        : [],
    ),
    ...(view === 'range' || view === 'near' ? SOURCES.filter(isGiven) : []).flatMap((option) =>
      mistake(`${place}.${option}`, `cannot be combined with the view ${view}, which is filled in`),
    ),
    ...(view === 'tree' && !isNested
      ? mistake(`${place}.view`, 'needs path: other options have no levels')
      : []),
    ...(view === 'select' && isSingleSelect !== true ? mistake(`${place}.view`, 'needs isSingleSelect') : []),
  ]
}

function checkNear({ view, distances, places }: FilterConfig, place: string): readonly Mistake[] {
  if (view !== 'near')
    return [
      ...(distances ? mistake(`${place}.distances`, 'needs the view near') : []),
      ...(places ? mistake(`${place}.places`, 'needs the view near') : []),
    ]
  if (distances === undefined) return []
  const lists = isObject(distances) ? Object.values(distances) : [distances]
  return [
    ...(lists.length > 0 && lists.every(({ length }) => length > 0)
      ? []
      : mistake(`${place}.distances`, 'must not be empty')),
    ...lists
      .flat()
      .flatMap((distance) =>
        readDistance(`0 0 ${distance}`) ? [] : mistake(`${place}.distances`, `${distance} is no distance`),
      ),
  ]
}

function checkItems(filter: FilterConfig, place: string): readonly Mistake[] {
  const { items = [], defaultValue, isSingleSelect } = filter
  const keys = items.map(({ key }) => key)
  const marked = items.filter(({ isSelected }) => isSelected === true)
  return [
    ...unique(keys, `${place}.items`),
    ...keys.flatMap((key, index) =>
      isFilterValue(key, filter) ? [] : mistake(`${place}.items[${index}].key`, 'is no value of the filter'),
    ),
    ...(defaultValue !== undefined && !isFilterValue(defaultValue, filter)
      ? mistake(`${place}.defaultValue`, 'is no value of the filter')
      : []),
    ...(filter.items ? isKnown(defaultValue, keys, `${place}.defaultValue`, 'the items') : []),
    ...(isSingleSelect === true && marked.length + defaultSelection({ ...filter, items: [] }).length > 1
      ? mistake(`${place}.items`, 'selects more than one of a single selection')
      : []),
  ]
}

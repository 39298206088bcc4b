import { isObject } from '@tessera/shared/content'
import { isCountable } from '../domain/filter-counts.ts'
import { isFilterValue, operatorOf, readDistance } from '../domain/filter-values.ts'
import { defaultSelection, type SearchSource } from '../domain/search-source.ts'
import type { FilterConfig } from './filter-config.ts'
import { isKnown, mistake, unique, type Mistake } from './shape.ts'

/** The mistakes of one filter of a facet, listing or minilist, besides those of its shape and of its key. */
export function checkFilter(filter: FilterConfig, source: SearchSource, keyPath: string): readonly Mistake[] {
  const { items, contentTypeId, path, aggregations, view, renderable } = filter
  const counted = aggregations === true ? true : undefined
  const sources = [items, contentTypeId, path, counted].filter((one) => one !== undefined)
  const isOpen = view === 'range' || view === 'near' || renderable === false
  return [
    ...(sources.length > 0 || isOpen
      ? []
      : mistake(keyPath, 'needs items, contentTypeId, path or aggregations, or the view range or near')),
    ...(sources.length > 1 ? mistake(keyPath, 'has more than one source of options') : []),
    ...(counted ? checkCounted(filter, source, keyPath) : []),
    ...checkView(filter, keyPath),
    ...checkNear(filter, keyPath),
    ...checkEnd(filter, source, keyPath),
    ...checkNeeds(filter, source, keyPath),
    ...checkItems(filter, keyPath),
  ]
}

/** Options from the values of results are read from counts: a filter whose values cannot be counted would have none. */
function checkCounted(filter: FilterConfig, source: SearchSource, keyPath: string): readonly Mistake[] {
  const { fieldId } = filter
  if (Array.isArray(fieldId) && fieldId.length > 1)
    return mistake(`${keyPath}.fieldId`, 'must be one field, whose values are counted')
  return isCountable(source, filter) ? [] : mistake(`${keyPath}.aggregations`, NEVER_COUNTED)
}

const NEVER_COUNTED =
  'would have no options: only whole texts, numbers and booleans are counted, and none with a custom API, renderable: false or featured results without contentTypeId'

const VIEW_OPERATORS = { range: 'between', near: 'distanceWithin' } as const

function checkView(filter: FilterConfig, keyPath: string): readonly Mistake[] {
  const { view, valueType = 'text' } = filter
  if (view !== 'range' && view !== 'near') return []
  const isRight = view === 'near' ? valueType === 'geo' : valueType === 'number' || valueType === 'date'
  const message = view === 'near' ? 'must be geo for places nearby' : 'must be number or date for a range'
  const operator = VIEW_OPERATORS[view]
  return [
    ...(isRight ? [] : mistake(`${keyPath}.valueType`, message)),
    ...(operatorOf(filter) === operator
      ? []
      : mistake(`${keyPath}.fieldOperator`, `must be ${operator} with the view ${view}`)),
  ]
}

const SOURCES = ['items', 'contentTypeId', 'path', 'aggregations'] as const

/** Options that are read only beside another one. */
const NEEDS = {
  childDepth: 'path',
  hasOneValue: 'path',
  isSorted: 'items',
  hidesUnselected: 'items',
} as const satisfies Partial<Record<keyof FilterConfig, keyof FilterConfig>>

/** Options that would be ignored: nothing reads them without another one, or with the filter's view. */
function checkNeeds(filter: FilterConfig, { mappers }: SearchSource, keyPath: string): readonly Mistake[] {
  const { view, path, contentTypeId, isSingleSelect } = filter
  const isGiven = (option: keyof FilterConfig): boolean =>
    filter[option] !== undefined && filter[option] !== false
  const isNested = path !== undefined || (contentTypeId !== undefined && mappers?.filterItems !== undefined)
  return [
    ...Object.entries(NEEDS).flatMap(([option, other]) =>
      isGiven(option as keyof typeof NEEDS) && filter[other] === undefined
        ? mistake(`${keyPath}.${option}`, `needs ${other}`)
        : [],
    ),
    ...(view === 'range' || view === 'near' ? SOURCES.filter(isGiven) : []).flatMap((option) =>
      mistake(`${keyPath}.${option}`, `cannot be combined with the view ${view}, which is filled in`),
    ),
    ...(view === 'tree' && !isNested
      ? mistake(`${keyPath}.view`, 'needs path: other options have no levels')
      : []),
    ...(view === 'select' && isSingleSelect !== true
      ? mistake(`${keyPath}.view`, 'needs isSingleSelect')
      : []),
  ]
}

function checkNear({ view, distances, places }: FilterConfig, keyPath: string): readonly Mistake[] {
  if (view !== 'near')
    return [
      ...(distances ? mistake(`${keyPath}.distances`, 'needs the view near') : []),
      ...(places ? mistake(`${keyPath}.places`, 'needs the view near') : []),
    ]
  if (distances === undefined) return []
  const lists = isObject(distances) ? Object.values(distances) : [distances]
  return [
    ...(lists.length > 0 && lists.every(({ length }) => length > 0)
      ? []
      : mistake(`${keyPath}.distances`, 'must not be empty')),
    ...lists
      .flat()
      .flatMap((distance) =>
        readDistance(`0 0 ${distance}`) ? [] : mistake(`${keyPath}.distances`, `${distance} is no distance`),
      ),
  ]
}

function checkEnd(filter: FilterConfig, { customApi }: SearchSource, keyPath: string): readonly Mistake[] {
  const { fieldId, endFieldId } = filter
  if (endFieldId === undefined) return []
  if (customApi !== undefined)
    return mistake(`${keyPath}.endFieldId`, 'cannot be combined with customApi, which gets the range alone')
  if (operatorOf(filter) !== 'between')
    return mistake(`${keyPath}.endFieldId`, 'needs the view range or the operator between')
  if (Array.isArray(fieldId) && fieldId.length > 1)
    return mistake(`${keyPath}.fieldId`, 'must be one field, whose values begin what ends at endFieldId')
  return []
}

function checkItems(filter: FilterConfig, keyPath: string): readonly Mistake[] {
  const { items = [], defaultValue, isSingleSelect } = filter
  const keys = items.map(({ key }) => key)
  const marked = items.filter(({ isSelected }) => isSelected === true)
  return [
    ...unique(keys, `${keyPath}.items`),
    ...keys.flatMap((key, index) =>
      isFilterValue(key, filter)
        ? []
        : mistake(`${keyPath}.items[${index}].key`, 'is no value of the filter'),
    ),
    ...(defaultValue !== undefined && !isFilterValue(defaultValue, filter)
      ? mistake(`${keyPath}.defaultValue`, 'is no value of the filter')
      : []),
    ...(filter.items ? isKnown(defaultValue, keys, `${keyPath}.defaultValue`, 'the items') : []),
    ...(isSingleSelect === true && marked.length + defaultSelection({ ...filter, items: [] }).length > 1
      ? mistake(`${keyPath}.items`, 'selects more than one of a single selection')
      : []),
  ]
}

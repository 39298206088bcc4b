import type { JsonObject } from '@tessera/shared/contract'
import type { QueryParamsConfig } from '../config/search-config.ts'
import { groupBy, own } from './search-source.ts'

/** What is found of some content types: in these languages, under these conditions. */
export interface TypeScope {
  readonly types: readonly string[]
  readonly where: readonly JsonObject[]
}

/** What holds for entries of a content type: its own languages and conditions (`byType`), or those of the search. */
export function scopeOf(
  { byType, languages, customWhere }: QueryParamsConfig,
  type: string,
  language: string,
): readonly JsonObject[] {
  const rule = own(byType, type) ?? {}
  return [
    languageCondition(rule.languages ?? languages ?? [language]),
    ...(customWhere ?? []),
    ...(rule.customWhere ?? []),
  ]
}

/** What tells the scope of a content type from others of the same search: its rule, which most types have none of. */
export function ruleOf({ byType }: QueryParamsConfig, type: string): string {
  const rule = own(byType, type)
  return rule ? JSON.stringify(rule) : ''
}

/** Those of the types that have a scope in common, by `keyOf`, together, in the order of their firsts. */
export const scopesOf = (
  types: readonly string[],
  scope: (type: string) => readonly JsonObject[],
  keyOf: (type: string) => string,
): readonly TypeScope[] =>
  groupBy(types, keyOf).map((group) => ({
    types: group,
    where: group.slice(0, 1).flatMap(scope),
  }))

/** Entries of any of the scopes. */
export function inScopes(scopes: readonly TypeScope[]): readonly JsonObject[] {
  const each = scopes.map(({ types, where }) => [inTypes(types), ...where])
  return each.length > 1 ? [{ or: each.map((and): JsonObject => ({ and })) }] : each.flat()
}

/** Entries of these content types. */
export const inTypes = (ids: readonly string[]): JsonObject => ({ field: 'sys.contentTypeId', in: [...ids] })

/** Entries in one of these languages. */
export const languageCondition = (languages: readonly string[]): JsonObject =>
  languages.length === 1 && languages[0] !== undefined
    ? { field: 'sys.language', equalTo: languages[0] }
    : { field: 'sys.language', in: [...languages] }

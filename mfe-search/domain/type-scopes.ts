import type { JsonObject } from '@tessera/shared/contract'
import type { QueryParamsConfig } from '../config/search-config.ts'
import { groupBy, own } from './search-source.ts'

/** Content types, with the conditions (languages and others) for their entries. */
export interface TypeScope {
  readonly types: readonly string[]
  readonly where: readonly JsonObject[]
}

/**
 * The conditions for entries of a content type: its own languages (`byType`), or else those of the search, and the further conditions of
 * both.
 */
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

/** A key that is the same for content types with the same scope in a search: the rule in `byType`, empty for most types. */
export function ruleOf({ byType }: QueryParamsConfig, type: string): string {
  const rule = own(byType, type)
  return rule ? JSON.stringify(rule) : ''
}

/** Groups types with the same scope, by `keyOf`, in the order in which the scopes first occur. */
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

import type { VersionStatus } from '../domain/content.ts'
import { leavesOf, type Query } from '../query/ast.ts'
import { normalise } from '../query/normalise.ts'
import { aggregate } from './aggregate.ts'
import type { Catalogue } from './catalogue.ts'
import { refuseLookUps } from './is-costly.ts'
import { match } from './matched.ts'
import { planWhere } from './plan-where.ts'
import { readPage } from './read-page.ts'
import type { FindResult, Found } from './repository.ts'
import { splitScope, type Scope } from './scopes.ts'

/** Answer a query over the scopes that the reader may see. `pathStatus` is set when the call itself says the version status. */
export function find(
  query: Query,
  visible: readonly Scope[],
  given: Catalogue,
  pathStatus?: VersionStatus,
): FindResult {
  refuseLookUps(query.where)
  const where = normalise(query.where)
  const leaves = leavesOf(query.where)
  const isNamed = leaves.some((leaf) => leaf.field === 'sys.versionStatus')
  const asked = pathStatus ?? statusAsked(query)
  const ofStatus = visible.filter((scope) => isOf(asked, scope))
  const scopes = isNamed ? splitScope(where, visible).left : ofStatus
  // A negation finds versions of the status that it does not name: then each entry says its own.
  const status = scopes.every((scope) => isOf(asked, scope)) ? asked : 'each'
  const catalogue = { ...given, linkedScopes: status === 'each' ? visible : ofStatus }
  const planned = planWhere(where, scopes, catalogue)
  const wantsScore = query.order.length === 0 && query.pageSize > 0
  const matched = match(planned, where, wantsScore, catalogue)
  const { total: totalCount } = matched
  const plan = { ...matched.plan, set: matched.set }
  const entries = readPage(query, leaves, matched, catalogue)
  const items = entries.map((entry): Found => ({
    entry,
    status: status === 'each' ? (entry.isDraft ? 'latest' : 'published') : status,
  }))
  const aggregations = Object.fromEntries(
    query.aggregations.map((one) => [
      one.name,
      aggregate(one, { plan, total: totalCount, status }, catalogue),
    ]),
  )
  return {
    items,
    totalCount,
    aggregations,
    contentTypeIds: typesOf(plan.scopes),
    linkedTypeIds: asksLinked(query, plan.scopes, catalogue) ? typesOf(catalogue.linkedScopes) : [],
  }
}

const isOf = (status: VersionStatus | 'each', scope: Scope): boolean =>
  status === 'each' || (scope.status & (status === 'latest' ? 2 : 1)) !== 0

const typesOf = (scopes: readonly Scope[]): readonly string[] => [
  ...new Set(scopes.map((scope) => scope.contentTypeId)),
]

/** Whether fields of linked entries influence which entries are found, their order or the counts. */
function asksLinked(query: Query, scopes: readonly Scope[], catalogue: Catalogue): boolean {
  const paths = [...leavesOf(query.where), ...query.order, ...query.aggregations].map(({ field }) => field)
  return paths.some((path) =>
    scopes.some(({ contentTypeId }) => catalogue.linkedPathOf(contentTypeId, path) !== null),
  )
}

// Without a condition on `sys.versionStatus` a query means the published version. Source: protocol 1.22, row 9.
function statusAsked(query: Query): VersionStatus | 'each' {
  const asked = leavesOf(query.where).flatMap((leaf) =>
    leaf.kind === 'compare' && leaf.field === 'sys.versionStatus'
      ? leaf.values.map((value) => String(value).toLowerCase())
      : [],
  )
  if (!asked.includes('latest')) return 'published'
  return asked.includes('published') ? 'each' : 'latest'
}

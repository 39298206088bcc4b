import type { Kind } from '../domain/field-kinds.ts'
import type { LinkedPath } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import type { Leaf, OrderItem } from '../query/ast.ts'
import { guard, type Catalogue, type LeafSql } from './catalogue.ts'
import { TEXT_SCAN_LIMIT_MS } from './connection.ts'
import { inScopes, isScopeLeaf, narrow, type Scope } from './scopes.ts'
import { numbers, raw, sql, union, type Sql } from './sql.ts'

/** How many links a path may follow: as many as links are resolved deep. Source: protocol 1.3. */
const MAX_HOPS = 10
/** A query whose path follows more links than this gets less time. */
const CHEAP_HOPS = 2

/** Scopes in which a path follows the same link. */
export type LinkedScopes = LinkedPath & { readonly scopes: readonly Scope[] }

/** Group the scopes by the link that a path follows in them; `own` are the scopes where it is a field of the entries themselves. */
export function splitByLink(
  path: string,
  scopes: readonly Scope[],
  catalogue: Catalogue,
): { readonly linked: readonly LinkedScopes[]; readonly own: readonly Scope[] } {
  if (!path.includes('.') || path.startsWith('sys.')) return { linked: [], own: scopes }
  const linked = new Map<string, LinkedPath & { readonly scopes: Scope[] }>()
  const own: Scope[] = []
  for (const scope of scopes) {
    const found = catalogue.linkedPathOf(scope.contentTypeId, path)
    if (found === null) own.push(scope)
    else {
      const group = linked.get(found.link) ?? { ...found, scopes: [] }
      linked.set(found.link, group)
      group.scopes.push(scope)
    }
  }
  return { linked: [...linked.values()], own }
}

/** The catalogue for the entries that a link leads to. Throws `platform/bad-query` when a path follows too many links. */
function behindLink(catalogue: Catalogue, path: string): Catalogue {
  const hops = catalogue.hops + 1
  if (hops > MAX_HOPS)
    throw new PlatformError('platform/bad-query', `"${path}" leads over more than ${MAX_HOPS} links`)
  if (hops > CHEAP_HOPS) catalogue.shortenLimit(TEXT_SCAN_LIMIT_MS)
  return { ...catalogue, hops }
}

type Compile = (leaf: Leaf, scopes: readonly Scope[], catalogue: Catalogue) => LeafSql

/**
 * A condition on a field of linked entries: the documents whose link leads to an entry that meets it. The linked entries are
 * found by their own index when the query runs, so their values are not copied to the entries that link to them. Source: 0033.
 */
export function compileLinked(
  leaf: Leaf,
  { link, rest, scopes }: LinkedScopes,
  catalogue: Catalogue,
  compile: Compile,
): LeafSql {
  const field = numbers([catalogue.fieldIds.get(link) ?? NO_FIELD])
  const inner = { ...leaf, field: rest }
  const there = behindLink(catalogue, leaf.field)
  const found = isScopeLeaf(inner)
    ? { set: inScopesSet(narrow(there.linkedScopes, inner, false)), isSlow: false }
    : compile(inner, there.linkedScopes, there)
  const targets = sql`SELECT t.entry_id AS target, t.lang AS lang FROM (${found.set}) s CROSS JOIN doc t ON t.doc = s.doc`
  const rows = sql`SELECT l.doc AS doc FROM (${targets}) x CROSS JOIN link l ON l.target = x.target AND l.field = ${field} AND l.lang = x.lang
    WHERE ${guard(raw('l.doc'))} AND ${inScopes(scopes, raw('l.doc'))}`
  const set = sql`SELECT DISTINCT doc FROM (${rows})`
  return {
    set,
    rows,
    test: (doc) =>
      sql`EXISTS (SELECT 1 FROM link l WHERE l.doc = ${doc} AND l.field = ${field} AND (l.target, l.lang) IN (${targets}))`,
    // BM25 rates the linked entry's own field only, so here each match counts its weight.
    scores:
      leaf.kind === 'text' ? [{ set: sql`SELECT doc, 1 AS score FROM (${set})`, weight: leaf.weight }] : [],
    isSlow: found.isSlow ?? false,
  }
}

/** A field number that does not exist. */
const NO_FIELD = -1

const inScopesSet = (scopes: readonly Scope[]): Sql =>
  sql`SELECT doc FROM doc WHERE scope IN (${numbers(scopes.map(({ id }) => id))}) AND ${guard(raw('doc'))}`

/** A field of linked entries, joined to the documents that link to them: `v.val` is its value. */
function valuesBehind(
  { link, rest }: LinkedPath,
  from: Sql,
  catalogue: Catalogue,
  level = 1,
): readonly { readonly joined: Sql; readonly kinds: ReadonlySet<Kind>; readonly isLong: boolean }[] {
  const there = behindLink(catalogue, `${link}.${rest}`)
  const before = raw(level === 1 ? 'd.doc' : `t${level - 1}.doc`)
  const [hop, target] = [`l${level}`, `t${level}`]
  const joined = sql`${from} CROSS JOIN link ${raw(hop)} ON ${raw(hop)}.doc = ${before} AND ${raw(hop)}.field = ${numbers([catalogue.fieldIds.get(link) ?? NO_FIELD])}
    CROSS JOIN doc ${raw(target)} ON ${raw(target)}.entry_id = ${raw(hop)}.target AND ${raw(target)}.lang = ${raw(hop)}.lang AND ${inScopes(there.linkedScopes, raw(`${target}.doc`))}`
  const { linked, own } = splitByLink(rest, there.linkedScopes, there)
  const deeper = linked.flatMap((next) => valuesBehind(next, joined, there, level + 1))
  const field = catalogue.fieldIds.get(rest)
  if (field === undefined) return deeper
  const kinds = new Set(own.flatMap((scope) => catalogue.kindsOf(scope.contentTypeId, rest)))
  const tables = [
    ...(kinds.has('text') ? ['sv'] : []),
    ...(kinds.has('text') && catalogue.longFields.has(field) ? ['sl'] : []),
    ...([...kinds].some((kind) => kind !== 'text') ? ['sn'] : []),
  ]
  const ends = tables.map((table) => ({
    isLong: table === 'sl',
    joined: sql`${joined} CROSS JOIN ${raw(table)} v ON v.field = ${numbers([field])} AND v.doc = ${raw(`${target}.doc`)}`,
    kinds,
  }))
  return [...ends, ...deeper]
}

/** The value to order documents `d` by: the least or greatest value of a field in their linked entries. */
export function linkedOrder(
  item: OrderItem,
  linked: readonly LinkedScopes[],
  catalogue: Catalogue,
): readonly Sql[] {
  const best = raw(item.descending ? 'max' : 'min')
  return linked
    .flatMap((path) => valuesBehind(path, raw('FROM (SELECT 1)'), catalogue))
    .map(({ joined }) => sql`(SELECT ${best}(v.val) ${joined} WHERE ${guard(raw('d.doc'))})`)
}

/** The short values of a field of linked entries, most frequent first: each document counts once for each value. */
export function linkedCounts(
  size: number,
  linked: readonly LinkedScopes[],
  documents: Sql,
  catalogue: Catalogue,
): readonly { readonly value: unknown; readonly count: number; readonly kinds: ReadonlySet<Kind> }[] {
  return linked
    .flatMap((path) => valuesBehind(path, sql`FROM (${documents}) d`, catalogue))
    .filter(({ isLong }) => !isLong)
    .flatMap(({ joined, kinds }) =>
      catalogue.run
        .all(
          sql`SELECT v.val AS val, count(DISTINCT d.doc) AS n ${joined} WHERE ${guard(raw('d.doc'))} GROUP BY v.val ORDER BY n DESC, v.val LIMIT ${size}`,
        )
        .map((row) => ({ value: row['val'], count: Number(row['n']), kinds })),
    )
}

/** How many of the documents have a value in a field of linked entries. */
export function linkedPresent(linked: readonly LinkedScopes[], documents: Sql, catalogue: Catalogue): number {
  const sets = linked
    .flatMap((path) => valuesBehind(path, sql`FROM (${documents}) d`, catalogue))
    .map(({ joined }) => sql`SELECT d.doc AS doc ${joined} WHERE ${guard(raw('d.doc'))}`)
  return Number(catalogue.run.get(sql`SELECT count(*) AS n FROM (${union(sets)})`)?.['n'] ?? 0)
}

import type { Nearness } from '../query/ast.ts'
import { guard, type Catalogue, type LeafSql } from './catalogue.ts'
import type { Scope } from './scopes.ts'
import { EMPTY, numbers, raw, sql } from './sql.ts'

const METRES_PER_DEGREE = 111_195
// The R*Tree stores 32-bit floats; the box is a little larger than the circle so that rounding loses no place.
const MARGIN = 0.001

/** Compile nearness: the R*Tree finds the box around the circle, then the great-circle distance decides. Source: protocol 1.12. */
export function compileNearness(leaf: Nearness, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const field = catalogue.fieldIds.get(leaf.field)
  if (field === undefined) return { set: EMPTY, test: () => raw('0'), scores: [], rows: null }
  const high = leaf.metres / METRES_PER_DEGREE + MARGIN
  const shrink = Math.cos((Math.min(89, Math.abs(leaf.lat) + high) * Math.PI) / 180)
  const wide = high / Math.max(shrink, 0.0001) + MARGIN
  const crossesEdge = Math.abs(leaf.lat) + high >= 89 || Math.abs(leaf.lon) + wide >= 180
  const sides = crossesEdge ? raw('1') : sql`b.west <= ${leaf.lon + wide} AND b.east >= ${leaf.lon - wide}`
  const within = sql`metres(p.lat, p.lon, ${leaf.lat}, ${leaf.lon}) <= ${leaf.metres}`
  return {
    set: sql`SELECT DISTINCT p.doc AS doc FROM box b JOIN place p ON p.place = b.id WHERE b.south <= ${leaf.lat + high} AND b.north >= ${leaf.lat - high}
      AND ${sides} AND p.field = ${field} AND p.scope IN (${numbers(scopes.map((scope) => scope.id))}) AND ${within} AND ${guard(raw('p.doc'))}`,
    test: (doc) =>
      sql`EXISTS (SELECT 1 FROM place p WHERE p.doc = ${doc} AND p.field = ${field} AND ${within})`,
    scores: [],
    rows: null,
  }
}

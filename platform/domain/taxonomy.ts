import type { Localised, TaxonomyTerm } from './content.ts'

/** A taxonomy node on the wire. Source: protocol 1.5. */
export type TaxonomyNode = {
  readonly key: string
  readonly name: string
  readonly path: string
  readonly hasChildren: boolean
  readonly children: readonly TaxonomyNode[]
}

type Placed = { readonly term: TaxonomyTerm; readonly trail: readonly Localised[] }

/** The taxonomy with its terms found by key. */
export type Taxonomy = { readonly byKey: ReadonlyMap<string, Placed> }

/** Build the taxonomy from its roots. */
export function buildTaxonomy(roots: readonly TaxonomyTerm[]): Taxonomy {
  const byKey = new Map<string, Placed>()
  const visit = (term: TaxonomyTerm, above: readonly Localised[]): void => {
    const trail = [...above, term.name]
    byKey.set(term.key, { term, trail })
    for (const child of term.children ?? []) visit(child, trail)
  }
  for (const root of roots) visit(root, [])
  return { byKey }
}

export type TaxonomyView = {
  readonly language: string
  readonly fallback: string
  readonly childDepth: number
  readonly defined: boolean
}

/** One term with its children down to `childDepth`; alphabetical unless the defined order is requested. Null when the key is unknown. */
export function readTaxonomy(taxonomy: Taxonomy, key: string, view: TaxonomyView): TaxonomyNode | null {
  const placed = taxonomy.byKey.get(key)
  if (placed === undefined) return null
  const name = (names: Localised): string =>
    names[view.language] ?? names[view.fallback] ?? Object.values(names)[0] ?? ''
  const terms = placed.term.children ?? []
  const node = {
    key,
    name: name(placed.term.name),
    path: placed.trail.map(name).join('/'),
    hasChildren: terms.length > 0,
  }
  if (view.childDepth <= 0) return { ...node, children: [] }
  const below = { ...view, childDepth: view.childDepth - 1 }
  const children = terms
    .map((term) => readTaxonomy(taxonomy, term.key, below))
    .filter((child) => child !== null)
  if (!view.defined) children.sort((a, b) => a.name.localeCompare(b.name, view.language))
  return { ...node, children }
}

/** The key at a path of names such as `Root/Plants`; case does not count. Null when there is none. */
export function findTaxonomyKey(
  taxonomy: Taxonomy,
  path: string,
  language: string,
  fallback: string,
): string | null {
  const wanted = path.replace(/^\/+|\/+$/g, '').toLowerCase()
  for (const tongue of [language, fallback]) {
    for (const [key, { trail }] of taxonomy.byKey) {
      if (
        trail
          .map((names) => names[tongue] ?? names[fallback] ?? '')
          .join('/')
          .toLowerCase() === wanted
      )
        return key
    }
  }
  return null
}

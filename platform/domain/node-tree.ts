import type { Project, SeedNode } from './content.ts'

/** The site structure of one project, held in memory, because looking up a node by its path is the most frequent request. */
export type NodeTree = {
  readonly project: Project
  readonly root: SeedNode | null
  readonly byId: ReadonlyMap<string, SeedNode>
  readonly byEntry: ReadonlyMap<string, readonly SeedNode[]>
  readonly children: ReadonlyMap<string, readonly SeedNode[]>
  readonly byPath: ReadonlyMap<string, ReadonlyMap<string, SeedNode>>
}

/** Build the tree. Nodes whose parent is missing are left out of paths, but can still be requested by id. */
export function buildTree(project: Project, nodes: readonly SeedNode[]): NodeTree {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const byEntry = groupBy(nodes, (node) => node.entryId ?? null)
  const children = new Map<string, readonly SeedNode[]>()
  for (const [parentId, list] of groupBy(nodes, (node) => node.parentId ?? null)) {
    children.set(parentId, inOrder(list, byId.get(parentId)?.childOrder ?? null))
  }
  const root = nodes.find((node) => (node.parentId ?? null) === null) ?? null
  const tree = { project, root, byId, byEntry, children, byPath: new Map<string, Map<string, SeedNode>>() }
  for (const language of project.supportedLanguages) tree.byPath.set(language, pathsOf(tree, language))
  return tree
}

function pathsOf(tree: NodeTree, language: string): Map<string, SeedNode> {
  const paths = new Map<string, SeedNode>()
  const visit = (node: SeedNode, prefix: string): void => {
    for (const child of tree.children.get(node.id) ?? []) {
      const path = `${prefix}/${slugOf(tree, child, language)}`
      if (isAvailable(tree, child, language)) paths.set(path.toLowerCase(), child)
      visit(child, path)
    }
  }
  if (tree.root !== null) {
    paths.set('/', tree.root)
    visit(tree.root, '')
  }
  return paths
}

/** A node's slug; where the language has none, the primary language's. */
export function slugOf(tree: NodeTree, node: SeedNode, language: string): string {
  return node.slug[language] ?? node.slug[tree.project.primaryLanguage] ?? ''
}

/** Whether a node exists in a language: it needs a slug of its own there. The root exists in every language. */
export function isAvailable(tree: NodeTree, node: SeedNode, language: string): boolean {
  if (node.id === tree.root?.id) return true
  const allowed = node.restrictedToLanguages ?? null
  return node.slug[language] !== undefined && (allowed === null || allowed.includes(language))
}

/** The language in which a node is delivered: the one asked for, else the primary one, else another, where the node exists. */
export const languageOf = (tree: NodeTree, node: SeedNode, language: string): string =>
  [language, tree.project.primaryLanguage, ...tree.project.supportedLanguages].find((one) =>
    isAvailable(tree, node, one),
  ) ?? language

/** A node's path as delivered: no prefix in the primary language, `/{language}` in every other. Source: protocol 1.22, row 13. */
export function pathOf(tree: NodeTree, node: SeedNode, language: string): string {
  const slugs = [...ancestorsOf(tree, node).slice(1), node]
    .filter((step) => step.id !== tree.root?.id)
    .map((step) => slugOf(tree, step, language))
  const prefix = language === tree.project.primaryLanguage ? '' : `/${language}`
  return slugs.length === 0 ? prefix || '/' : `${prefix}/${slugs.join('/')}`
}

/** The nodes above a node, root first, without the node itself. A cycle in the data ends the walk. */
export function ancestorsOf(tree: NodeTree, node: SeedNode): readonly SeedNode[] {
  const above: SeedNode[] = []
  const seen = new Set([node.id])
  let parent = node.parentId ? tree.byId.get(node.parentId) : undefined
  while (parent !== undefined && !seen.has(parent.id)) {
    above.unshift(parent)
    seen.add(parent.id)
    parent = parent.parentId ? tree.byId.get(parent.parentId) : undefined
  }
  return above
}

/** The children of a node that exist in a language, in their defined order, else oldest first. Cached, because a tree never changes. */
export function childrenOf(tree: NodeTree, node: SeedNode, language: string): readonly SeedNode[] {
  const all = tree.children.get(node.id)
  if (all === undefined) return []
  const known = inLanguages.get(all) ?? new Map<string, readonly SeedNode[]>()
  inLanguages.set(all, known)
  const found = known.get(language) ?? all.filter((child) => isAvailable(tree, child, language))
  known.set(language, found)
  return found
}

/** Cache: the children of a node that exist in a language, by language. */
const inLanguages = new WeakMap<readonly SeedNode[], Map<string, readonly SeedNode[]>>()

/** The paths of an entry in a language, the canonical one first. */
export function urisOf(tree: NodeTree | undefined, entryId: string, language: string): readonly string[] {
  if (tree === undefined) return []
  const nodes = (tree.byEntry.get(entryId) ?? []).filter((node) => isAvailable(tree, node, language))
  return canonicalFirst(nodes).map((node) => pathOf(tree, node, language))
}

/** The same nodes with the canonical one first. */
export function canonicalFirst(nodes: readonly SeedNode[]): readonly SeedNode[] {
  return [...nodes].sort((a, b) => Number(b.isCanonical ?? false) - Number(a.isCanonical ?? false))
}

function inOrder(nodes: readonly SeedNode[], order: readonly string[] | null): readonly SeedNode[] {
  const created = (node: SeedNode): number => Date.parse(node.created ?? '') || 0
  const rank = (node: SeedNode): number => {
    const at = order?.indexOf(node.id) ?? -1
    return at === -1 ? Number.MAX_SAFE_INTEGER : at
  }
  return [...nodes].sort((a, b) => rank(a) - rank(b) || created(a) - created(b))
}

function groupBy(
  nodes: readonly SeedNode[],
  keyOf: (node: SeedNode) => string | null,
): Map<string, SeedNode[]> {
  const groups = new Map<string, SeedNode[]>()
  for (const node of nodes) {
    const key = keyOf(node)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [node])
    else group.push(node)
  }
  return groups
}

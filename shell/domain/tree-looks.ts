/** What pages show of a navigation tree. */
export interface TreeLooks {
  /** What stands in the menu of every page. */
  readonly menu: string
  /** What stands below it, by path: a node and its children, on its own page and on those of its children. */
  readonly branches: ReadonlyMap<string, string>
}

interface Seen {
  readonly id?: unknown
  readonly path?: unknown
  readonly slug?: unknown
  readonly displayName?: unknown
  readonly includeInMenu?: unknown
  readonly children?: unknown
}

/** Read a tree as it came, of which the menu shows so many levels. A node that is in no menu is not seen on other pages. */
export function treeLooks(root: unknown, menuLevels: number): TreeLooks {
  const menu: unknown[] = []
  const branches = new Map<string, string>()
  const visit = (node: Seen, level: number, isShown: boolean): void => {
    const children = childrenOf(node)
    if (isShown && level <= menuLevels) menu.push(lookOf(node))
    const isBranch = children.length > 0 && (level >= menuLevels || !isShown)
    if (isBranch && typeof node.path === 'string')
      branches.set(node.path.toLowerCase(), JSON.stringify([node, ...children.filter(isInMenu)].map(lookOf)))
    for (const child of children) visit(child, level + 1, isShown && isInMenu(child))
  }
  if (isNode(root)) visit(root, 0, true)
  return { menu: JSON.stringify(menu), branches }
}

/**
 * The paths of the branches that a page at a path shows: those that it lies on, and its own, which may have nothing below it
 * yet. The home page shows what the menu shows.
 */
export function branchesOn(path: string, { branches }: TreeLooks): readonly string[] {
  const steps = path.toLowerCase().split('/').filter(Boolean)
  const paths = steps.map((_step, index) => `/${steps.slice(0, index + 1).join('/')}`)
  return paths.filter((one, index) => index === paths.length - 1 || branches.has(one))
}

const lookOf = ({ id, path, slug, displayName }: Seen) => [id, path, slug, displayName]
const isNode = (value: unknown): value is Seen => typeof value === 'object' && value !== null
const childrenOf = ({ children }: Seen): readonly Seen[] =>
  Array.isArray(children) ? children.filter(isNode) : []
const isInMenu = ({ includeInMenu }: Seen): boolean => includeInMenu !== false

import { hash } from 'node:crypto'
import { NAVIGATION_DEPTH } from '@tessera/shared/config'

/** An answer that is a navigation tree. */
export interface TreeAnswer {
  /** The URL that was called: each depth and language is a tree of its own. */
  readonly url: string
  readonly data: unknown
}

/**
 * Watches what pages show of the navigation tree. The tree's own keys, one for every node, would be most of every page's
 * keys and drop every page whenever any page of the menu is edited. Instead a page has a key for the menu, and one for
 * each branch below the menu that it lies on; a key is dropped when its menu or branch looks different.
 */
export interface TreeFingerprints {
  /** The surrogate keys of the parts of a tree that a page shows; drops the keys of parts that look different than before. */
  keysOn(path: string, tree: TreeAnswer): readonly string[]
  /** Compare a tree after a change of content; one not seen before counts as changed, since a CDN may know it. Returns its key. */
  revalidate(tree: TreeAnswer): string
  /** The keys of all other trees seen: dropped by a change, since they could not be loaded for comparison. */
  keysExcept(seen: ReadonlySet<string>): readonly string[]
}

interface Options {
  readonly alias: string
  /** Called with the keys of what has changed. */
  readonly onChange: (keys: readonly string[]) => void
}

/** Trees that differ by their calls: a few depths in a few languages. */
const MAX_TREES = 1_000
const MAX_REMEMBERED = 10_000

/** Create the fingerprints; no tree has been seen yet. */
export function createTreeFingerprints({ alias, onChange }: Options): TreeFingerprints {
  const seen = new Map<string, TreeFingerprint>()
  const treeKey = memoized((url) => treeKeyOf(alias, url))
  const short = memoized(shortOf)
  const branchKey = (key: string, path: string): string => `${key}_${short(path)}`
  const read = new WeakMap<object, TreeFingerprint>()
  const knownFingerprint = (data: unknown): TreeFingerprint => {
    if (typeof data !== 'object' || data === null) return fingerprintOf(null, NAVIGATION_DEPTH)
    const fingerprint = read.get(data) ?? fingerprintOf(data, NAVIGATION_DEPTH)
    read.set(data, fingerprint)
    return fingerprint
  }
  /** Compare a tree with its previous fingerprint, and report the keys that have changed. */
  const compare = (key: string, fingerprint: TreeFingerprint, isUnseenChanged: boolean): void => {
    const before = seen.get(key)
    if (before === fingerprint) return
    if (seen.size >= MAX_TREES && before === undefined) seen.clear()
    seen.set(key, fingerprint)
    if (before === undefined) {
      if (isUnseenChanged) onChange([key])
      return
    }
    const changed = [
      ...(before.menu === fingerprint.menu ? [] : [key]),
      ...changedBranches(before, fingerprint).map((path) => branchKey(key, path)),
    ]
    if (changed.length > 0) onChange(changed)
  }
  return {
    keysOn(path, { url, data }) {
      const key = treeKey(url)
      const fingerprint = knownFingerprint(data)
      compare(key, fingerprint, false)
      return [key, ...branchesOn(path, fingerprint).map((branch) => branchKey(key, branch))]
    },
    revalidate({ url, data }) {
      const key = treeKey(url)
      compare(key, knownFingerprint(data), true)
      return key
    },
    keysExcept: (known) => [...seen.keys()].filter((key) => !known.has(key)),
  }
}

/** The paths of branches that look different. A branch that is new or gone changes the page of its own node too. */
function changedBranches(before: TreeFingerprint, after: TreeFingerprint): readonly string[] {
  const paths = new Set([...before.branches.keys(), ...after.branches.keys()])
  return [...paths].filter((path) => before.branches.get(path) !== after.branches.get(path))
}

/** The function with its results cached: pages mostly call it with few different values. */
function memoized(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (made.size >= MAX_REMEMBERED) made.clear()
    const result = make(text)
    made.set(text, result)
    return result
  }
}

const shortOf = (text: string): string => hash('sha256', text, 'base64url').replace(/[-_]/g, '').slice(0, 10)

/** Without the platform's host: each shell may reach the platform at a different address. */
const treeKeyOf = (alias: string, url: string): string =>
  `${alias}_tree_${shortOf(url.replace(/^https?:\/\/[^/]+/, ''))}`

/** What pages show of a navigation tree. */
interface TreeFingerprint {
  /** The nodes in the menu of every page. */
  readonly menu: string
  /** The branches below the menu, by path: a node and its children, shown on its own page and on those of its children. */
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

/** The fingerprint of an unchecked tree whose menu has `menuLevels` levels. A node in no menu is not shown on other pages. */
function fingerprintOf(root: unknown, menuLevels: number): TreeFingerprint {
  const menu: unknown[] = []
  const branches = new Map<string, string>()
  const visit = (node: Seen, level: number, isShown: boolean): void => {
    const children = childrenOf(node)
    if (isShown && level <= menuLevels) menu.push(shownFields(node))
    const isBranch = children.length > 0 && (level >= menuLevels || !isShown)
    if (isBranch && typeof node.path === 'string')
      branches.set(
        node.path.toLowerCase(),
        JSON.stringify([node, ...children.filter(isInMenu)].map(shownFields)),
      )
    for (const child of children) visit(child, level + 1, isShown && isInMenu(child))
  }
  if (isNode(root)) visit(root, 0, true)
  return { menu: JSON.stringify(menu), branches }
}

/**
 * The paths of the branches that the page at a path shows: those that it lies on, and its own, even if it has no children
 * yet. The home page shows the menu only.
 */
function branchesOn(path: string, { branches }: TreeFingerprint): readonly string[] {
  const own = path.toLowerCase()
  if (own === '/') return []
  const above: string[] = []
  for (let end = own.indexOf('/', 1); end > 0; end = own.indexOf('/', end + 1)) {
    const branch = own.slice(0, end)
    if (branches.has(branch)) above.push(branch)
  }
  return [...above, own]
}

const shownFields = ({ id, path, slug, displayName }: Seen) => [id, path, slug, displayName]
const isNode = (value: unknown): value is Seen => typeof value === 'object' && value !== null
const childrenOf = ({ children }: Seen): readonly Seen[] =>
  Array.isArray(children) ? children.filter(isNode) : []
const isInMenu = ({ includeInMenu }: Seen): boolean => includeInMenu !== false

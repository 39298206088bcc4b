import type { SeedNode } from './content.ts'
import type { NodeTree } from './node-tree.ts'

/** A node and the language it was found in. */
export type FoundNode = { readonly node: SeedNode; readonly language: string }

/**
 * Find a node by its path; case does not count. The first segment may name the language, otherwise the primary one counts;
 * `language` is tried last, because clients send it although the path decides. With `partial` the nearest ancestor is
 * given, but never the root. Source: protocol 1.8, 1.17.
 */
export function findNode(tree: NodeTree, path: string, language: string, partial: boolean): FoundNode | null {
  const steps = path.split('/').filter((step) => step !== '')
  const named = tree.project.supportedLanguages.find((one) => one.toLowerCase() === steps[0]?.toLowerCase())
  if (named !== undefined) return findIn(tree, steps.slice(1), named, partial)
  const primary = tree.project.primaryLanguage
  const tongues = language === primary ? [primary] : [primary, language]
  for (const isPartial of partial ? [false, true] : [false])
    for (const tongue of tongues) {
      const found = findIn(tree, steps, tongue, isPartial)
      if (found !== null) return found
    }
  return null
}

function findIn(
  tree: NodeTree,
  steps: readonly string[],
  language: string,
  partial: boolean,
): FoundNode | null {
  const paths = tree.byPath.get(language)
  for (let length = steps.length; length >= 0; length -= 1) {
    if (length < steps.length && (!partial || length === 0)) return null
    const node = paths?.get(`/${steps.slice(0, length).join('/')}`.toLowerCase())
    if (node !== undefined) return { node, language }
  }
  return null
}

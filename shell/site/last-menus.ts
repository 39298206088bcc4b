import type { Node } from '@tessera/shared/content'

/** The menu that a public page showed last, by language: what pages show that cannot ask for one. */
export interface LastMenus {
  keep(language: string, root: Node): void
  get(language: string): Node | null
}

/** Remembers one menu for each language of the site, and nothing for others. */
export function createLastMenus(languages: readonly string[]): LastMenus {
  const menus = new Map<string, Node>()
  return {
    keep(language, root) {
      if (languages.includes(language)) menus.set(language, root)
    },
    get: (language) => menus.get(language) ?? null,
  }
}

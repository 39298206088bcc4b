import { readFile } from 'node:fs/promises'
import path from 'node:path'
import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import { releaseError } from '../errors.ts'
import type { VerifiedRelease } from './verified-copy.server.ts'

/** What style sheets name for everybody to use. */
export interface SiteStyles {
  readonly classes: ReadonlySet<string>
  readonly keyframes: ReadonlySet<string>
}

/** At-rules that hold or qualify rules; any other (`@import`, `@font-face`, `@property`, `@page`, …) is about the whole document. */
const SCOPED = ['media', 'supports', 'container', 'layer', 'starting-style', 'keyframes']

/** The classes and animations of the site's own style sheets. */
export function readSiteStyles(sheets: readonly string[]): SiteStyles {
  const roots = sheets.map((sheet) => postcss.parse(sheet))
  const classes = new Set<string>()
  const keyframes = new Set<string>()
  for (const root of roots) {
    root.walkRules(({ selector }) => classesIn(selector).forEach((name) => classes.add(name)))
    root.walkAtRules('keyframes', ({ params }) => void keyframes.add(params))
  }
  return { classes, keyframes }
}

/**
 * What of a remote's style sheet would reach beyond the remote: selectors without a class of its own, at-rules about the whole
 * document, animations by a name of the site's. Empty for a valid sheet.
 */
export function findGlobalStyles(sheet: string, site: SiteStyles): readonly string[] {
  const found: string[] = []
  const walk = (container: Container, isScoped: boolean): void => {
    for (const node of container.nodes ?? []) {
      if (node.type === 'atrule') visitAtRule(node, isScoped)
      if (node.type === 'rule') visitRule(node, isScoped)
    }
  }
  const visitAtRule = (rule: AtRule, isScoped: boolean): void => {
    const { name, params } = rule
    if (!SCOPED.includes(name) || (name === 'keyframes' && site.keyframes.has(params)))
      found.push(`@${name} ${params}`.trim())
    else if (name !== 'keyframes') walk(rule, isScoped)
  }
  const visitRule = (rule: Rule, isScoped: boolean): void => {
    const foreign = isScoped ? [] : rule.selectors.filter((selector) => !hasOwnClass(selector, site))
    found.push(...foreign)
    // What is nested stands inside what its parent selects.
    walk(rule, isScoped || foreign.length === 0)
  }
  walk(postcss.parse(sheet), false)
  return found
}

/** Whether some element on the way to what is selected has a class that the site does not know. */
const hasOwnClass = (selector: string, { classes }: SiteStyles): boolean =>
  classesIn(withoutArguments(selector)).some((name) => !classes.has(name))

/** A class inside `:has()`, `:not()` or `:is()` does not say whose the element is. */
function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '')
  return shorter === selector ? shorter : withoutArguments(shorter)
}

const classesIn = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.((?:[\w-]|\\.|[^\0-\x7f])+)/g)].map(([, name = '']) => name)

/**
 * Prove that a remote's style sheets select nothing but its own markup.
 * @throws AppError release/styles-not-scoped
 */
export async function checkStyles(remote: VerifiedRelease, shell: VerifiedRelease): Promise<void> {
  const site = await siteStylesOf(shell)
  const problems = (await sheetsOf(remote)).flatMap(({ file, text }) =>
    findGlobalStyles(text, site).map((what) => `${file}: ${what}`),
  )
  if (problems.length > 0)
    throw releaseError('release/styles-not-scoped', { details: { app: remote.release.app, problems } })
}

/** Read once for each release of the shell: every remote is held against them. */
const known = new WeakMap<VerifiedRelease, Promise<SiteStyles>>()

function siteStylesOf(shell: VerifiedRelease): Promise<SiteStyles> {
  const styles =
    known.get(shell) ?? sheetsOf(shell).then((sheets) => readSiteStyles(sheets.map(({ text }) => text)))
  known.set(shell, styles)
  // What could not be read is read again for the next one.
  styles.catch(() => known.delete(shell))
  return styles
}

const sheetsOf = ({ release, folder }: VerifiedRelease) =>
  Promise.all(
    Object.keys(release.files)
      .filter((file) => /^web\/.*\.css$/.test(file))
      .map(async (file) => ({ file, text: await readFile(path.join(folder, file), 'utf8') })),
  )

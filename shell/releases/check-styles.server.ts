import { readFile } from 'node:fs/promises'
import path from 'node:path'
import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import { releaseError } from '../errors.ts'
import type { VerifiedRelease } from './verified-copy.server.ts'

/** Names that the site's own style sheets define for all apps. */
export interface SiteStyles {
  readonly classes: ReadonlySet<string>
  readonly keyframes: ReadonlySet<string>
}

/** At-rules that contain or qualify rules; all others (`@import`, `@font-face`, `@property`, `@page`, …) apply to the whole document. */
const SCOPED = ['media', 'supports', 'container', 'layer', 'starting-style', 'keyframes']

/** The names of classes and animations in the site's own style sheets. */
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
 * The parts of a remote's style sheet that would affect other markup: selectors without a class of the remote's own, at-rules for
 * the whole document, and animations with a name of the site's. Empty for a valid sheet.
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
    // Nested rules select only elements inside those of their parent.
    walk(rule, isScoped || foreign.length === 0)
  }
  walk(postcss.parse(sheet), false)
  return found
}

/** Whether some part of a selector has a class that is not one of the site's. */
const hasOwnClass = (selector: string, { classes }: SiteStyles): boolean =>
  classesIn(withoutArguments(selector)).some((name) => !classes.has(name))

/** A selector without arguments: a class inside `:has()`, `:not()` or `:is()` does not prove that the element is the remote's. */
function withoutArguments(selector: string): string {
  const shorter = selector.replaceAll(/\([^()]*\)/g, '')
  return shorter === selector ? shorter : withoutArguments(shorter)
}

const classesIn = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.((?:[\w-]|\\.|[^\0-\x7f])+)/g)].map(([, name = '']) => name)

/**
 * Checks that a remote's style sheets select only its own markup.
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

/** Styles of each shell release, which every remote is checked against; read only once. */
const known = new WeakMap<VerifiedRelease, Promise<SiteStyles>>()

function siteStylesOf(shell: VerifiedRelease): Promise<SiteStyles> {
  const styles =
    known.get(shell) ?? sheetsOf(shell).then((sheets) => readSiteStyles(sheets.map(({ text }) => text)))
  known.set(shell, styles)
  // After a failure the next check reads them again.
  styles.catch(() => known.delete(shell))
  return styles
}

const sheetsOf = ({ release, folder }: VerifiedRelease) =>
  Promise.all(
    Object.keys(release.files)
      .filter((file) => /^web\/.*\.css$/.test(file))
      .map(async (file) => ({ file, text: await readFile(path.join(folder, file), 'utf8') })),
  )

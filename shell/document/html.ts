import type { PageHead } from '@tessera/shared/contract'

/** Markup that is put into a page without escaping. Only `html` and `raw` create it. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

/** Values of a template: markup is inserted unchanged, text and numbers escaped, lists joined, `false`, `null`, `undefined` left out. */
type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/**
 * A template whose values are escaped, in text and in quoted attributes alike: html`<a href="${path}">${title}</a>`.
 * Attribute values must stand in quotes. The parts are joined and never searched, so no value can act as a pattern.
 * The template's own indentation is not sent.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const fixed = fixedParts(parts)
  let out = fixed[0] ?? ''
  for (let index = 0; index < values.length; index += 1)
    out += markupOf(values[index]) + (fixed[index + 1] ?? '')
  return new Html(out)
}

/** The literal parts of each template, with white space reduced once: they never change. */
const fixedPartsCache = new WeakMap<TemplateStringsArray, readonly string[]>()

function fixedParts(parts: TemplateStringsArray): readonly string[] {
  const known = fixedPartsCache.get(parts)
  if (known) return known
  const fixed = parts.map(withoutLayout)
  fixedPartsCache.set(parts, fixed)
  return fixed
}

/** Replaces each line break and its indentation by one line break, so that words stay apart. */
const withoutLayout = (part: string): string => (part.includes('\n') ? part.replace(/\s*\n\s*/g, '\n') : part)

/** Declare markup trusted: a remote's rendered slot, or text of the shell's own. Never content, never input. */
export const raw = (trusted: string): Html => new Html(trusted)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function markupOf(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(markupOf).join('')
  return escaped(String(value))
}

/** Text as it stands in markup, between tags or in a quoted attribute. */
export const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text

/** An element without content. Names are the shell's own, values are escaped. */
export function emptyElement(tag: string, attributes: Readonly<Record<string, string>>): Html {
  let written = `<${tag}`
  for (const name in attributes) written += ` ${name}="${escaped(attributes[name] ?? '')}"`
  return new Html(`${written} />`)
}

/**
 * A path on this site that is safe in a link. Content may contain any text: what is not a plain absolute path becomes the
 * path of the home page. Refuses other schemes, other hosts (`//x`, `/\x`) and control characters.
 */
export const safePath = (path: string): string =>
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(path) ? path : '/'

/**
 * Whether a slot needs its code before a visitor can use its markup: forms that post and buttons for scripts may not work without it.
 * A list of links and forms that only ask (GET) is used as it is.
 */
export const needsCode = (markup: string): boolean =>
  /<form\b[^>]*\smethod="post"|<button\b[^>]*\stype="button"/.test(markup) || !/<(?:a|form)\b/.test(markup)

/** The title of a document: the page's, then the site's. */
export const documentTitle = (title: string, siteName: string): string =>
  !title || title === siteName || !siteName ? title || siteName : `${title} – ${siteName}`

/**
 * The site's logo, four tiles of a landscape; its colours are the site's tokens (frame.css). A function, as the icon below is, so that the
 * boot script, which has other functions of this file, is made without them.
 */
export const logo =
  (): Html => html`<svg class="f-mark" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
  <path d="M0 0h19v19H0z" />
  <path d="M21 0h19v19H21z" />
  <path d="M21 19a19 19 0 0 1 19-19v19z" />
  <path d="M0 21h19v19H0z" />
  <path d="M0 40a19 19 0 0 1 19-19v19z" />
  <path d="M21 21h19v19H21z" />
</svg>`

/** Three lines: the icon of the button that opens the menu on small screens. */
export const menuIcon = (): Html => html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
  <path d="M2 4h16v2H2zm0 5h16v2H2zm0 5h16v2H2z" />
</svg>`

/** The title of a page. Screen readers read first what became of a form that was posted. */
export const titleOf = (
  {
    head,
    formOutcome,
  }: { readonly head: Pick<PageHead, 'title'>; readonly formOutcome?: 'refused' | 'sent' },
  { formOutcomes }: { readonly formOutcomes: Readonly<Record<'refused' | 'sent', string>> },
): string => (formOutcome ? formOutcomes[formOutcome] : '') + head.title

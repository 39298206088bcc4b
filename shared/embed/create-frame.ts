import { nameParts } from './name-parts.ts'

/** All style sheets of the embed in one text, as scripts/build/embed-styles.ts has made it. */
declare const EMBED_STYLES: string

const ORDINARY_REM = '16px'

/** Scripts that are written from right to left: not every browser can be asked. Source: ISO 15924. */
const RIGHT_TO_LEFT = /^(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/

/** An element for what an embed shows, alone in its tree, with the language that it is in and the style sheets of the embed. */
export function createFrame(root: ShadowRoot, language: string): HTMLElement {
  const frame = root.ownerDocument.createElement('div')
  frame.className = 'embed'
  frame.part.add('box')
  frame.lang = language
  frame.dir = RIGHT_TO_LEFT.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
  root.adoptedStyleSheets = styleSheets(root)
  root.replaceChildren(frame)
  nameParts(frame)
  return frame
}

/** More styles for what is in the tree, once it has come. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}

/** Constructed, so that no policy of the host's on styles is asked; sizes follow the text size that the visitor has chosen, whatever the host's root says. */
function styleSheets(root: ShadowRoot): CSSStyleSheet[] {
  const [own, sizes] = [new CSSStyleSheet(), new CSSStyleSheet()]
  own.replaceSync(EMBED_STYLES)
  sizes.replaceSync(`:host{--tessera-rem:${chosenSize(root)}}`)
  return [sizes, own]
}

/** What `medium` is for this visitor. */
function chosenSize(root: ShadowRoot): string {
  const probe = root.ownerDocument.createElement('span')
  probe.style.fontSize = 'medium'
  root.append(probe)
  const size = getComputedStyle(probe).fontSize
  probe.remove()
  return /^[\d.]+px$/.test(size) ? size : ORDINARY_REM
}

import { nameParts } from './name-parts.ts'

/** All style sheets of the embed as one text, inlined by scripts/build/embed-styles.ts. */
declare const EMBED_STYLES: string

const ORDINARY_REM = '16px'

/** Scripts that are written from right to left, since not every browser has an API for it. Source: ISO 15924. */
const RIGHT_TO_LEFT = /^(?:Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa|Yezi)$/

/** Replaces the content of the shadow root by one element for the embed, with its language, direction and style sheets. */
export function createFrame(root: ShadowRoot, language: string): HTMLElement {
  const frame = root.ownerDocument.createElement('div')
  frame.className = 'embed'
  frame.part.add('box')
  frame.lang = language
  frame.dir = RIGHT_TO_LEFT.test(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
  root.adoptedStyleSheets = []
  // Sizes follow the visitor's text size, not the host's root.
  adoptStyles(root, `:host{--tessera-rem:${chosenSize(root)}}`)
  adoptStyles(root, EMBED_STYLES)
  root.replaceChildren(frame)
  nameParts(frame)
  return frame
}

/** Adds a constructed style sheet to a shadow root: the host page's CSP does not block it. */
export function adoptStyles(root: ShadowRoot, css: string): void {
  // A document takes style sheets of its own window only, which need not be that of the script.
  const sheet = new (root.ownerDocument.defaultView ?? window).CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}

/** The visitor's default text size: the computed size of `medium`. */
function chosenSize(root: ShadowRoot): string {
  const probe = root.ownerDocument.createElement('span')
  probe.style.fontSize = 'medium'
  root.append(probe)
  const size = getComputedStyle(probe).fontSize
  probe.remove()
  return /^[\d.]+px$/.test(size) ? size : ORDINARY_REM
}

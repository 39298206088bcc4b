/** All style sheets of the embed in one text, as scripts/build/embed-styles.ts has made it. */
declare const EMBED_STYLES: string

const ORDINARY_REM = '16px'

/** Constructed, so that no policy of the host's on styles is asked; sizes follow the text size that the visitor has chosen, whatever the host's root says. */
export function styleSheets(root: ShadowRoot): CSSStyleSheet[] {
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

/**
 * Supports the older way to embed: after each script tag of the embed it inserts the element, with the tag's `data-` attributes as
 * options. Only tags with the attribute `data-{marker}` count; those of other scripts are ignored.
 */
export function embedBesideScripts(
  page: Document,
  element: string,
  {
    site,
    script,
    marker,
    attributes,
  }: {
    readonly site: string
    /** File name of the script on the site, e.g. `forms.js`. */
    readonly script: string
    readonly marker: string
    readonly attributes: readonly string[]
  },
): void {
  for (const tag of page.querySelectorAll<HTMLScriptElement>(`script[src][data-${marker}]`)) {
    const { origin, pathname } = new URL(tag.src)
    if (origin !== site || !pathname.endsWith(`/embed/${script}`)) continue
    // Another version of this script may have inserted it already.
    if (tag.nextElementSibling?.localName === element) continue
    const embed = page.createElement(element)
    for (const attribute of attributes) {
      const value = tag.getAttribute(`data-${attribute}`)
      if (value !== null) embed.setAttribute(attribute, value)
    }
    tag.after(embed)
  }
}

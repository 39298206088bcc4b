/**
 * The older way: of a script tag that says in `data-` attributes what is to be shown, the element stands below it. `marker` is the attribute that
 * has to be there; tags of other scripts are left alone.
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
    /** Its name at the site, e.g. `forms.js`. */
    readonly script: string
    readonly marker: string
    readonly attributes: readonly string[]
  },
): void {
  for (const tag of page.querySelectorAll<HTMLScriptElement>(`script[src][data-${marker}]`)) {
    const { origin, pathname } = new URL(tag.src)
    if (origin !== site || !pathname.endsWith(`/embed/${script}`)) continue
    // Another version of this script may have been here.
    if (tag.nextElementSibling?.localName === element) continue
    const embed = page.createElement(element)
    for (const attribute of attributes) {
      const value = tag.getAttribute(`data-${attribute}`)
      if (value !== null) embed.setAttribute(attribute, value)
    }
    tag.after(embed)
  }
}

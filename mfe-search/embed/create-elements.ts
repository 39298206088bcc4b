/** Creates elements in a document from attributes and content; strings become text, never markup. */
export const createElements =
  (page: Document) =>
  <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Readonly<Record<string, string | undefined>>,
    ...content: readonly (Node | string)[]
  ): HTMLElementTagNameMap[Name] => {
    const element = page.createElement(name)
    for (const [attribute, value] of Object.entries(attributes))
      if (value !== undefined) element.setAttribute(attribute, value)
    element.append(...content)
    return element
  }

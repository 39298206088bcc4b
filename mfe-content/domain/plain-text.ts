const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** A text from sanitised markup with its entities decoded; the sanitiser writes no others. */
export const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)

/** The visible text of sanitised inline markup. */
export const plainText = (clean: string): string =>
  decode(clean.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** Text of clean markup with the entities read that the sanitiser writes. */
export const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)

/** What a reader sees of clean inline markup. */
export const plainText = (clean: string): string =>
  decode(clean.replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

/** The slug of a title: lower case, without accents, its words joined by hyphens. Empty when the title is not a string. */
export function slugify(title: unknown): string {
  if (typeof title !== 'string') return ''
  return title
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 120)
}

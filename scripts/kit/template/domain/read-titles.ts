import type { Json } from '@tessera/contract'

/** How many titles are requested at once. */
export const PAGE_SIZE = 5

/** The titles in an answer; none when it holds no list. */
export const readTitles = (answer: Json): readonly string[] =>
  Array.isArray(answer) ? answer.filter((title): title is string => typeof title === 'string') : []

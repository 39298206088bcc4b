import type { Json } from '@tessera/contract'

/** How many titles are asked for at once. */
export const PAGE_SIZE = 5

/** The titles in an answer; of one that holds none, nothing. */
export const readTitles = (answer: Json): readonly string[] =>
  Array.isArray(answer) ? answer.filter((title): title is string => typeof title === 'string') : []

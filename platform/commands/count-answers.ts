import { columnsOf, nameOfColumn } from '../domain/describe-form.ts'
import type { ReadPost } from '../records/find-posts.ts'

/** How many posts have the same answers to the requested fields, in the order of the request; empty for a field without an answer. */
export interface AnswerCount {
  readonly answers: readonly string[]
  readonly posts: number
}

/** Count posts by their answers to the fields, each named by its label or its id: the most frequent first. */
export function countAnswers(posts: Iterable<ReadPost>, fields: readonly string[]): readonly AnswerCount[] {
  const counts = new Map<string, AnswerCount>()
  for (const post of posts) {
    const answers = answersOf(post, fields)
    const key = JSON.stringify(answers)
    counts.set(key, { answers, posts: (counts.get(key)?.posts ?? 0) + 1 })
  }
  return [...counts.values()].toSorted(
    (one, other) => other.posts - one.posts || (one.answers.join('\0') < other.answers.join('\0') ? -1 : 1),
  )
}

function answersOf({ fields: values, labels }: ReadPost, fields: readonly string[]): readonly string[] {
  const columns = [...columnsOf(values)]
  return fields.map(
    (field) =>
      columns.find(([column]) => column === field || nameOfColumn(column, labels) === field)?.[1] ?? '',
  )
}

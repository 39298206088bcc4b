import type { DatabaseSync } from 'node:sqlite'
import { isObject } from '../domain/content.ts'
import { columnsOf } from '../domain/describe-form.ts'
import type { AnswerCounts, AnswersTask } from './records.ts'

/**
 * How many answers to a form gave each choice of the field `by`, among those whose field `about` has the text `says`: no other
 * data of the answers is returned. `tick` limits the time for forms with very many answers.
 */
export function countAnswers(
  db: DatabaseSync,
  { form, about, says, by, choices }: AnswersTask,
): AnswerCounts {
  const counts = new Map(choices.map((choice) => [choice, 0]))
  // The SQL condition only reduces what has to be parsed; the loop checks whether the text is in the right field.
  const rows = db.prepare(
    'SELECT json FROM form_post WHERE form = :form AND tick() AND instr(json, :says) > 0 ORDER BY id',
  )
  for (const { json } of rows.iterate({ form, says: JSON.stringify(says) })) {
    const answers: unknown = JSON.parse(String(json))
    if (!isObject(answers)) continue
    const columns = columnsOf(answers)
    const given = columns.get(by) ?? ''
    const count = counts.get(given)
    if (count !== undefined && columns.get(about) === says) counts.set(given, count + 1)
  }
  return Object.fromEntries(counts)
}

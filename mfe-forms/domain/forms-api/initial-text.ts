import type { JsonObject } from '@tessera/shared/contract'
import { dateFormat } from '@tessera/shared/messages'
import { listOf, objectOf, textOf } from '../read-json.ts'

const NOW = 'now()'

/** The first of several defaults. */
const defaultOf = (field: JsonObject): string =>
  textOf(field, 'default') || textOf({ first: listOf(field, 'default')[0] ?? null }, 'first')

/** Whether a field is filled in with the current date or time. */
export const startsNow = (field: JsonObject): boolean =>
  defaultOf(field) === NOW && initialText(field, 0) !== ''

/**
 * The text that a field of the Forms API is filled in with, at a time in milliseconds since 1970; empty for none. `now()` is the date, the
 * time or both, in the time zone of the site, as its field needs it. Source: reference forms 3.1.
 */
export function initialText(field: JsonObject, now: number): string {
  const given = defaultOf(field)
  if (given !== NOW) return given.endsWith('()') ? '' : given
  // Swedish dates are those of ISO 8601.
  const [day = '', time = ''] = dateFormat('sv', { dateStyle: 'short', timeStyle: 'short' })
    .format(now)
    .split(' ')
  if (textOf(field, 'dataFormat') === 'time') return time
  if (textOf(field, 'dataType') !== 'dateTime') return ''
  return textOf(objectOf(field, 'editor'), 'id').startsWith('datetime') ? `${day}T${time}` : day
}

import { TIME_DEFAULT_PERIOD } from '@tessera/shared/config'
import { isObject, isSameValue, partOf } from '../field-value.ts'
import type { Field, FieldValue, Part, PartName } from '../form-definition.ts'
import { isHours, isMinutes } from '../text-rules.ts'
import { hasPeriod, isBegun, isHoursOfDay, readClock } from './clock.ts'
import {
  isBlank,
  isText,
  lineOf,
  onBlur,
  REQUIRED,
  textNamed,
  type FieldKind,
  type FieldProblem,
} from './field-kind.ts'
import { partName, REQUIRED_PARTS } from './part-name.ts'
import { lengthProblems } from './text.ts'

/** A field of several texts, such as an address. Nothing is compared: no navigation rule is about parts. */
export const partsKind: FieldKind = {
  problems: (field, value) => [
    ...(field.isRequired ? missing(field, value) : []),
    ...partsOf(field).flatMap(({ name }) =>
      lengthProblems({}, partOf(value, name)).map((problem) => ({ ...problem, part: name })),
    ),
  ],
  posted: (field, entries, versionId) =>
    textsOf(field, (part) => textNamed(entries, partName(field.id, part, versionId)) || null),
  parsed(field, value) {
    if (!isObject(value)) return null
    return (
      textsOf(field, ({ name }) => {
        const text = value[name]
        return isText(text) ? text : null
      }) ?? {}
    )
  },
  compared: () => '',
  lines: (field, value) => partsOf(field).flatMap(({ name }) => lineOf(partOf(value, name))),
}

const partsOf = (field: Field): readonly Part[] => field.parts ?? []

/** The parts of a field that there is a text for; null without any. */
function textsOf(field: Field, textOf: (part: Part) => string | null): FieldValue | null {
  const texts = partsOf(field).map((part) => [part.name, textOf(part)] as const)
  const given = texts.filter((pair): pair is readonly [PartName, string] => pair[1] !== null)
  return given.length > 0 ? Object.fromEntries(given) : null
}

const missing = (field: Field, value: FieldValue | undefined): readonly FieldProblem[] =>
  (REQUIRED_PARTS[field.type] ?? [])
    .filter((part) => isBlank(partOf(value, part)))
    .map((part) => ({ ...REQUIRED, part }))

/** A name is shown as one line. */
export const nameKind: FieldKind = {
  ...partsKind,
  lines: (field, value, messages) => lineOf(partsKind.lines(field, value, messages).join(' ')),
}

/** Hours, minutes, and AM or PM. A time that is begun must be complete: hours alone are no time. */
export const timeKind: FieldKind = {
  ...partsKind,
  posted(field, entries, versionId) {
    const posted =
      partsKind.posted(field, entries, versionId) ?? readClock(field, textNamed(entries, field.id) ?? '')
    // The control of AM or PM always has a value.
    return isSameValue(posted ?? undefined, { period: TIME_DEFAULT_PERIOD }) ? null : posted
  },
  problems(field, value) {
    const hours = partOf(value, 'hours').trim()
    const minutes = partOf(value, 'minutes').trim()
    return [
      ...(field.isRequired || isBegun(value) ? missing(field, value) : []),
      ...(hours ? wrongHours(field, hours) : []),
      ...(minutes && !isMinutes(minutes)
        ? [{ ...onBlur({ code: 'notMinutes' }), part: 'minutes' as const }]
        : []),
    ]
  },
  lines(field, value) {
    if (!isBegun(value)) return []
    const clock = `${partOf(value, 'hours')}:${partOf(value, 'minutes')}`
    return lineOf(hasPeriod(field) ? `${clock} ${partOf(value, 'period') || TIME_DEFAULT_PERIOD}` : clock)
  },
}

function wrongHours(field: Field, hours: string): readonly FieldProblem[] {
  const code = hasPeriod(field) ? 'notHours' : 'notHoursOfDay'
  const isRight = code === 'notHours' ? isHours : isHoursOfDay
  return isRight(hours) ? [] : [{ ...onBlur({ code }), part: 'hours' }]
}

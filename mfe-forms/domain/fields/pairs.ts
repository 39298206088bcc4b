import { TIME_DEFAULT_PERIOD, TIME_DEFAULT_SECONDS } from '@tessera/shared/config'
import { asText, chosenOption, chosenOptions, partOf } from '../field-value.ts'
import type { Field, FieldType, FieldValue, PartName } from '../form-definition.ts'
import { isBegun } from './clock.ts'
import { kindOf } from './field-kinds.ts'
import { nameOfOption, partName } from './part-name.ts'

/** Names and values of a form post, in their order. */
export type Pairs = readonly (readonly [name: string, value: string])[]

type PairsOf = (field: Field, value: FieldValue | undefined, versionId: string) => Pairs

const text: PairsOf = (field, value) => [[field.id, kindOf(field).compared(field, value)]]

/** A number in its normal form: "007" is 7; text that is no number is left out. */
const number: PairsOf = (field, value) => {
  const typed = asText(field, value)
  const read = Number(typed)
  return [[field.id, typed.trim() === '' || !Number.isFinite(read) ? '' : String(read)]]
}

const radio: PairsOf = (field, value) => {
  const option = chosenOption(field, value)
  return option ? [[`${field.id}-${option.id}`, option.value]] : []
}

const checkboxes: PairsOf = (field, value, versionId) =>
  chosenOptions(field, value).map((option) => [nameOfOption(field.id, option, versionId), option.value])

/** Seconds and AM or PM: what they can be, and their default for everything else. Source: specification 5, Forms. */
const TIME_DEFAULTS: Partial<Record<PartName, readonly [valid: RegExp, text: string]>> = {
  seconds: [/^[0-5]\d$/, TIME_DEFAULT_SECONDS],
  period: [/^[AP]M$/, TIME_DEFAULT_PERIOD],
}

function partText(value: FieldValue | undefined, name: PartName): string {
  const text = partOf(value, name)
  const [valid, other] = TIME_DEFAULTS[name] ?? [/^/, '']
  return valid.test(text) ? text : other
}

const parts: PairsOf = ({ id, parts: all = [] }, value, versionId) =>
  all.map((part) => [partName(id, part, versionId), partText(value, part.name)])

/** Type of field → its names and values in a classic post, if not just its text. Apart from `FIELD_KINDS`, since they are needed last. */
const PAIRS: Readonly<Partial<Record<FieldType, PairsOf>>> = {
  Number: number,
  Radio: radio,
  Checkbox: checkboxes,
  Upload: (field, value) => [[`file_${field.id}`, asText(field, value)]],
  Address: parts,
  Name: parts,
  // A time that is not given has no defaults.
  Time: (field, value, versionId) => (isBegun(value) ? parts(field, value, versionId) : []),
  SectionBreak: () => [],
}

/** Names and values of a field in a classic post; empty values are left out by the caller. Source: specification 7, Payload key naming. */
export const pairsOf: PairsOf = (field, value, versionId) =>
  (PAIRS[field.type] ?? text)(field, value, versionId)

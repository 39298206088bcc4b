/** The kinds of field that there are. Source: specification 2, Embedded dynamic form. */
export const FIELD_TYPES = [
  'TextBox',
  'Number',
  'Website',
  'Email',
  'Phone',
  'Radio',
  'Upload',
  'Dropdown',
  'Multiline',
  'SectionBreak',
  'Checkbox',
  'Address',
  'Time',
  'Date',
  'Name',
  'HiddenField',
] as const

export type FieldType = (typeof FIELD_TYPES)[number]

/** One choice of a radio group, drop-down or checkbox group. */
export interface Option {
  /** The map's unique id. */
  readonly id: string
  readonly name: string
  readonly value: string
  readonly index: string
  readonly isSelected?: boolean
}

/** A part of an address, name or time. Source: specification 3, Subfields. */
export type PartName =
  | 'street'
  | 'address2'
  | 'city'
  | 'county'
  | 'postcode'
  | 'country'
  | 'firstName'
  | 'lastName'
  | 'hours'
  | 'minutes'
  | 'seconds'
  | 'period'

export interface Part {
  readonly name: PartName
  /** The map's unique id of the part. */
  readonly id: string
}

/** A field of a form: what does not change while it is filled in. Absent texts are left out, for this travels with the page. */
export interface Field {
  /** `ctrl_{id}[-{versionId}[-{uniqueid}]]` */
  readonly id: string
  /** The map's own id of the element. */
  readonly originalId: string
  readonly type: FieldType
  readonly label: string
  readonly isRequired?: boolean
  readonly placeholder?: string
  readonly instructions?: string
  readonly description?: string
  /** Of a section break: clean HTML. */
  readonly html?: string
  readonly autocomplete?: string
  readonly minLength?: number
  readonly maxLength?: number
  /** Lower case, without dots. */
  readonly allowedFileTypes?: readonly string[]
  readonly isHorizontal?: boolean
  readonly options?: readonly Option[]
  readonly parts?: readonly Part[]
}

/** A rule of a page: when a field's value fits, another page follows. Source: specification 3, Navigation rule. */
export interface NavigationRule {
  /** Id of the field. */
  readonly id: string
  readonly operator: 'is' | 'is not' | 'does not contain'
  readonly value: string
  readonly successPageIndex: number
  /** For choices: unique id of the option that the rule is about. */
  readonly subId?: string
}

export interface FormPage {
  readonly fields: readonly Field[]
  readonly rules: readonly NavigationRule[]
}

/** A form as its authors made it. */
export interface Form {
  readonly contentVersionId: string
  readonly title: string
  readonly pages: readonly FormPage[]
  readonly submitLabel: string | null
  /** Clean HTML shown after a success; null for the default text or a redirect. */
  readonly confirmationHtml: string | null
  readonly redirectUrl: string | null
  readonly hasCaptcha: boolean
}

/**
 * A value: text; the ids of the chosen options of a checkbox group; the parts of an address, name or time. A radio group's
 * text is the chosen option's id, a drop-down's the chosen value, an upload's the name of the file.
 */
export type FieldValue = string | readonly string[] | Readonly<Partial<Record<PartName, string>>>

/** Values by field id. */
export type FormValues = Readonly<Record<string, FieldValue>>

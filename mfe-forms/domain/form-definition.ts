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

/** The systems that forms come from: form maps (specification 7), and the Forms API. */
export const PROVIDER_KINDS = ['classic', 'forms-api'] as const

export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** One choice of a radio group, drop-down or checkbox group. */
export interface Option {
  /** The map's unique id. */
  readonly id: string
  readonly name: string
  /** Empty if choosing it means choosing nothing. */
  readonly value: string
  readonly index: string
  readonly isSelected?: boolean
  /** Id of its control, where `id` is not unique on a page. */
  readonly controlId?: string
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
  /** Id of the part: of its control, and in the names of a post. */
  readonly id: string
}

/** A pattern that a text has to follow; e-mail, website and telephone fields have theirs by type. */
export type TextFormat = 'email' | 'website' | 'telephone'

/** A rule that only the Forms API has. Its author's message is in `ownMessages`. */
export type FieldCheck =
  | { readonly rule: 'min' | 'max' | 'minCount' | 'maxCount'; readonly limit: number }
  | { readonly rule: 'pattern'; readonly pattern: string; readonly flags: string }
  | { readonly rule: 'accepted' }

/** A field of a form: what does not change while it is filled in. Absent texts are left out, since the definition is sent with the page. */
export interface Field {
  /**
   * In a classic form `ctrl_{id}[-{versionId}[-{uniqueid}]]`; in the Forms API the field's own id. Identifies it in values, posts and
   * pages.
   */
  readonly id: string
  /** The provider's own id of the element. */
  readonly originalId: string
  readonly type: FieldType
  readonly label: string
  readonly isRequired?: boolean
  readonly placeholder?: string
  readonly instructions?: string
  readonly description?: string
  /** Section breaks only: sanitised HTML. */
  readonly html?: string
  readonly autocomplete?: string
  /** As the author has it, e.g. `medium`. */
  readonly width?: string
  /** The author's own class. */
  readonly className?: string
  readonly minLength?: number
  readonly maxLength?: number
  /** Besides the format of its type. */
  readonly formats?: readonly TextFormat[]
  /** Lower case, without dots. */
  readonly allowedFileTypes?: readonly string[]
  /** Size of the largest file that the host accepts. */
  readonly maxFileBytes?: number
  /** Layout of options; below each other unless given. */
  readonly layout?: string
  readonly options?: readonly Option[]
  readonly parts?: readonly Part[]
  /** Its initial value, unless its options decide that. */
  readonly initial?: string
  /** Its answer is kept in the page only: not in drafts, not in the review. */
  readonly isSensitive?: boolean
  readonly checks?: readonly FieldCheck[]
  /** Dates only: the value has a time of day. */
  readonly hasTime?: true
  /** How a value is written in JSON; as text unless given. */
  readonly json?: 'boolean' | 'integer' | 'number' | 'list'
  /** The author's own error messages, by the code of the problem. */
  readonly ownMessages?: Readonly<Record<string, string>>
}

/** How a rule compares. */
export type RuleOperator =
  | 'is'
  | 'is not'
  | 'contains'
  | 'does not contain'
  | 'begins with'
  | 'ends with'
  | 'greater than'
  | 'less than'

/** A rule of a page: when a field's value fits, another page follows. Source: specification 3, Navigation rule. */
export interface NavigationRule {
  /** Id of the field. */
  readonly id: string
  readonly operator: RuleOperator
  readonly value: string
  readonly successPageIndex: number
  /** For choices: unique id of the option that the rule is about. */
  readonly subId?: string
}

export interface FormPage {
  readonly title?: string
  /** Sanitised HTML. */
  readonly description?: string
  readonly fields: readonly Field[]
  readonly rules: readonly NavigationRule[]
}

/**
 * A form as its authors made it, whichever system it comes from: all that state, validation, rules, drafts and screens know.
 * Source: docs/decisions/0045.
 */
export interface FormDefinition {
  readonly provider: ProviderKind
  readonly formId: string
  /** Version of the form, which posts, files and drafts refer to. */
  readonly contentVersionId: string
  readonly title: string
  /** As the form states it; 0 if it does not. The actual pages are those of `pages`. */
  readonly numberOfPages: number
  readonly pages: readonly FormPage[]
  readonly submitLabel: string | null
  /** Sanitised HTML shown after a success; null for the default text or a redirect. */
  readonly confirmationHtml: string | null
  readonly redirectUrl: string | null
  /** Whether its author requires a captcha. */
  readonly hasCaptcha: boolean
  /** The site key of its captcha, if it has one of its own. */
  readonly captchaSiteKey?: string
  /** Whether the answers are shown once more before they are sent. */
  readonly hasReview?: boolean
  /** Set if the form takes no answers: why, in its author's words; empty if there are none. */
  readonly closedMessage?: string
  /** When the form closes, in milliseconds since 1970; absent for one that is closed or stays open. */
  readonly closesAt?: number
  /** Until when its initial values are true, in milliseconds since 1970; absent if they do not change. */
  readonly freshUntil?: number
  /** Forms API only: the project and language that its answers are posted to. */
  readonly target?: {
    readonly projectId: string
    readonly language: string
    /** The field of the answer that has the reference number. */
    readonly referenceFieldId?: string
  }
}

/** A chosen file. The file itself is not part of the state: the code that sends it holds it. */
export interface FileValue {
  readonly name: string
  readonly sizeBytes: number
  readonly type: string
  /** Its token at the gateway, if it was posted without script. */
  readonly token?: string
}

/**
 * A value: text; the ids of the chosen options of a checkbox group; the parts of an address, name or time; a file. A radio group's
 * text is the chosen option's id, a drop-down's the chosen value.
 */
export type FieldValue = string | readonly string[] | Readonly<Partial<Record<PartName, string>>> | FileValue

/** Values by field id. */
export type FormValues = Readonly<Record<string, FieldValue>>

/** Fields of all pages, in their order. */
export const fieldsOf = (definition: FormDefinition): readonly Field[] =>
  definition.pages.flatMap(({ fields }) => fields)

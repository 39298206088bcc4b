import type { ControlAttributes } from '@tessera/shared/ui'
import type { Field, FieldValue, PartName } from '../domain/form-model.ts'
import type { FieldError } from '../domain/validate-field.ts'
import type { FormsMessages } from '../messages/index.ts'

/** What the view of a field is given: its value and errors in, its changes out. */
export interface FieldViewProps {
  readonly field: Field
  readonly value: FieldValue | undefined
  /** Id of the control in the document. */
  readonly controlId: string
  /** The errors to show now. */
  readonly errors: readonly FieldError[]
  readonly messages: FormsMessages
  readonly onChange: (value: FieldValue) => void
  readonly onLeave: (part?: PartName) => void
}

/** What the control inside a frame is given as well. */
export interface ControlProps extends FieldViewProps {
  readonly control: ControlAttributes
}

/** Id of the control of an error, for links and focus. */
export const controlIdOf = (prefix: string, fieldId: string, part?: PartName): string =>
  [prefix, fieldId, part].filter(Boolean).join('-')

import type { ControlAttributes } from '@tessera/shared/ui'
import type { Field, FieldValue, PartName } from '../domain/form-definition.ts'
import type { FieldError } from '../domain/validate-field.ts'
import type { FileProgress } from '../state/form-state.ts'
import type { FormsMessages } from '../messages/index.ts'

/** Further props for the view of a file field. */
export interface UploadProps {
  /** Null if the browser does not have it, or no longer. */
  readonly file: File | null
  /** Null before it is sent. */
  readonly progress: FileProgress | null
  readonly onFile: (file: File | null) => void
  readonly onSendFile: () => void
  readonly onCancelFile: () => void
}

/** Props for the view of a field: its value and errors, and callbacks for changes. */
export interface FieldViewProps {
  readonly field: Field
  readonly value: FieldValue | undefined
  /** Version of the form, which is in the names of parts. */
  readonly versionId: string
  /** Prefix of all ids of controls; empty unless ids would collide. */
  readonly idPrefix: string
  /** The errors to show now. */
  readonly errors: readonly FieldError[]
  /** The server's problems with this answer, in its words. */
  readonly issues: readonly string[]
  readonly messages: FormsMessages
  readonly onChange: (value: FieldValue) => void
  readonly upload?: UploadProps | undefined
  readonly onLeave: (part?: PartName) => void
}

/** Further props for the control inside a `FieldFrame`. */
export interface ControlProps extends FieldViewProps {
  readonly control: ControlAttributes
}

import type { ControlAttributes } from '@tessera/shared/ui'
import type { Field, FieldValue, PartName } from '../domain/form-definition.ts'
import type { FieldError } from '../domain/validate-field.ts'
import type { FileProgress } from '../state/form-state.ts'
import type { FormsMessages } from '../messages/index.ts'

/** What the view of a field for a file is given as well. */
export interface UploadProps {
  /** Null where the browser does not have it, or no longer. */
  readonly file: File | null
  /** Null before it is sent. */
  readonly progress: FileProgress | null
  readonly onFile: (file: File | null) => void
  readonly onSendFile: () => void
  readonly onCancelFile: () => void
}

/** What the view of a field is given: its value and errors in, its changes out. */
export interface FieldViewProps {
  readonly field: Field
  readonly value: FieldValue | undefined
  /** Of the form: it is in the names of parts. */
  readonly versionId: string
  /** Stands before every id of a control; empty unless ids would meet. */
  readonly idPrefix: string
  /** The errors to show now. */
  readonly errors: readonly FieldError[]
  /** What the server found wrong with this answer, in its words. */
  readonly issues: readonly string[]
  readonly messages: FormsMessages
  readonly onChange: (value: FieldValue) => void
  readonly upload?: UploadProps | undefined
  readonly onLeave: (part?: PartName) => void
}

/** What the control inside a frame is given as well. */
export interface ControlProps extends FieldViewProps {
  readonly control: ControlAttributes
}

import type { ReactNode } from 'react'
import type { FieldType } from '../../domain/form-definition.ts'
import type { ControlProps } from '../field-view.ts'
import { Checkboxes, Radios } from './choices.tsx'
import { FileInput } from './file-input.tsx'
import { AddressParts, NameParts, TimeParts } from './parts.tsx'
import { Select } from './select.tsx'
import { TextArea, TextInput } from './text-input.tsx'

/** How a type of field is shown. */
interface FieldView {
  readonly Control: (props: ControlProps) => ReactNode
  /** Several controls under one legend. */
  readonly isGroup?: true
}

/** Type of field → view. Types without a control are shown by `ui/field`. */
export const FIELD_VIEWS: Readonly<Record<Exclude<FieldType, 'HiddenField' | 'SectionBreak'>, FieldView>> = {
  TextBox: { Control: TextInput },
  Number: { Control: TextInput },
  Website: { Control: TextInput },
  Email: { Control: TextInput },
  Phone: { Control: TextInput },
  Date: { Control: TextInput },
  Multiline: { Control: TextArea },
  Dropdown: { Control: Select },
  Upload: { Control: FileInput },
  Radio: { Control: Radios, isGroup: true },
  Checkbox: { Control: Checkboxes, isGroup: true },
  Address: { Control: AddressParts, isGroup: true },
  Name: { Control: NameParts, isGroup: true },
  Time: { Control: TimeParts, isGroup: true },
}

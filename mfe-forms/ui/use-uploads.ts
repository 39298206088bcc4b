import { useState } from 'react'
import type { Store } from '@tessera/shared/contract'
import { fileValueOf } from '../domain/field-value.ts'
import type { Field } from '../domain/form-definition.ts'
import { fileCancelled, fileChosen, fileSendRequested } from '../state/form-actions.ts'
import type { FormState } from '../state/form-state.ts'
import type { UploadProps } from './field-view.ts'

/** Gives the props of a file field's view besides its value. The files are held here while the form is shown, for their previews. */
export function useUploads(
  formId: string,
  { submitStatus }: FormState,
  dispatch: Store['dispatch'],
): (field: Field) => UploadProps {
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({})
  return ({ id: fieldId }) => ({
    file: files[fieldId] ?? null,
    progress: submitStatus.files.byField[fieldId] ?? null,
    onFile(file) {
      setFiles(({ [fieldId]: _before, ...others }) => (file ? { ...others, [fieldId]: file } : others))
      dispatch(fileChosen({ formId, fieldId, file, value: file && fileValueOf(file) }))
    },
    onSendFile: () => dispatch(fileSendRequested({ formId, fieldId })),
    onCancelFile: () => dispatch(fileCancelled({ formId, fieldId })),
  })
}

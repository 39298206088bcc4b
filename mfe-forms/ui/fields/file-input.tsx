import { asText } from '../../domain/field-value.ts'
import type { ControlProps } from '../field-view.ts'
import styles from '../form.module.css'

/** A file to choose. The state knows its name, size and type; the file itself is held by whoever sends it. */
export function FileInput({ field, value, control, messages, onFile, onLeave }: ControlProps) {
  const name = asText(field, value)
  return (
    <>
      <input
        {...control}
        type="file"
        name={`file_${field.id}`}
        accept={field.allowedFileTypes?.map((type) => `.${type}`).join(',')}
        aria-required={field.isRequired}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        onBlur={() => onLeave()}
      />
      {/* Coming back to this page, the browser's own control is empty again. */}
      {name && <p className={styles['file']}>{messages.chosenFile(name)}</p>}
    </>
  )
}

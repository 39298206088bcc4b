import { asText } from '../../domain/field-value.ts'
import type { ControlProps } from '../field-view.ts'
import styles from '../form.module.css'

/** A file to choose. Only its name is kept: what is in it is not sent yet. */
export function FileInput({ field, value, control, onChange, onLeave }: ControlProps) {
  const name = asText(field, value)
  return (
    <>
      <input
        {...control}
        type="file"
        accept={field.allowedFileTypes?.map((type) => `.${type}`).join(',')}
        aria-required={field.isRequired}
        onChange={(event) => onChange(event.target.files?.[0]?.name ?? '')}
        onBlur={() => onLeave()}
      />
      {/* Coming back to this page, the browser's own control is empty again. */}
      {name && <p className={styles['file']}>{name}</p>}
    </>
  )
}

import { asText, fileOf } from '../field-value.ts'
import { fileExtension } from '../text-rules.ts'
import { lineOf, onChange, REQUIRED, type FieldKind } from './field-kind.ts'

/** A file. It is uploaded after the post, in a request of its own. Source: specification 7, Form calls 4. */
export const uploadKind: FieldKind = {
  problems(field, value) {
    const name = asText(field, value)
    if (name === '') return field.isRequired ? [REQUIRED] : []
    const { allowedFileTypes: allowed, maxFileBytes: maxBytes } = field
    if (allowed && !allowed.includes(fileExtension(name))) return [onChange({ code: 'fileType', allowed })]
    const size = fileOf(value)?.sizeBytes
    if (size === 0) return [onChange({ code: 'fileEmpty' })]
    if (size === undefined || maxBytes === undefined || size <= maxBytes) return []
    return [onChange({ code: 'fileTooLarge', maxBytes })]
  },
  posted(field, entries) {
    const names = [`file_${field.id}`, field.id]
    const given = entries.find(([name]) => names.includes(name))?.[1]
    return fileOf(given) ?? (typeof given === 'string' && given !== '' ? given : null)
  },
  // A file cannot be put back by script.
  parsed: () => null,
  compared: (_field, value) => fileOf(value)?.name ?? '',
  lines: (field, value) => lineOf(asText(field, value)),
}

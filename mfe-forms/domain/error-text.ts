import type { FormsMessages } from '../messages/index.ts'
import type { FieldError } from './validate-field.ts'

/** The message of an error: the author's own, else that of the page's language, as in specification 5. */
export function errorText(error: FieldError, messages: FormsMessages): string {
  if (error.message) return error.message
  const label = error.part ? (messages.missingParts[error.part] ?? messages.parts[error.part]) : error.label
  switch (error.code) {
    case 'tooShort':
    case 'tooLong':
    case 'tooSmall':
    case 'tooLarge':
    case 'tooFew':
    case 'tooMany':
      return messages[error.code](label, error.limit)
    case 'fileType':
      return messages.fileType(error.allowed.join(', '))
    case 'fileTooLarge':
      return messages.fileTooLarge(label, messages.fileSize(error.maxBytes))
    default: {
      const text = messages[error.code]
      return typeof text === 'string' ? text : text(label)
    }
  }
}

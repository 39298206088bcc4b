import type { FormsMessages } from '../messages/index.ts'
import type { FieldError } from './validate-field.ts'

/** What is wrong with a field, in the words of the page's language: the messages of specification 5. */
export function errorText(error: FieldError, messages: FormsMessages): string {
  const label = error.part ? messages.parts[error.part] : error.label
  switch (error.code) {
    case 'tooShort':
      return messages.tooShort(label, error.least)
    case 'tooLong':
      return messages.tooLong(label, error.most)
    case 'fileType':
      return messages.fileType(error.allowed.join(', '))
    case 'notHours':
    case 'notMinutes':
      return messages[error.code]
    default:
      return messages[error.code](label)
  }
}

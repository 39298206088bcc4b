import type { FormsMessages } from '../messages/index.ts'
import type { FieldError } from './validate-field.ts'

/** What is wrong with a field, in the words of the page's language: the messages of specification 5. */
export function errorText(error: FieldError, words: FormsMessages): string {
  const label = error.part ? words.parts[error.part] : error.label
  switch (error.code) {
    case 'tooShort':
      return words.tooShort(label, error.least)
    case 'tooLong':
      return words.tooLong(label, error.most)
    case 'fileType':
      return words.fileType(error.allowed.join(', '))
    case 'notHours':
    case 'notMinutes':
      return words[error.code]
    default:
      return words[error.code](label)
  }
}

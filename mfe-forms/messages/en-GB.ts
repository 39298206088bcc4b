import { dateFormat, formatDate, formatsOf, LONG_DAY } from '@tessera/shared/messages'
import type { PartName } from '../domain/form-definition.ts'
import type { SubmitFailure } from '../state/form-state.ts'

const dates = { day: dateFormat('en-GB', LONG_DAY) }
const { plural, number } = formatsOf('en-GB')
const characters = (count: number): string =>
  plural(count, { one: '1 character', other: `${count} characters` })

/**
 * English messages of a form: what every other language has to say, too. What authors write (labels, options, confirmation) comes
 * from the form itself. The validation messages are those of specification 5, to the letter.
 */
export const messages = {
  loading: 'Loading form...',
  unavailable: 'This form cannot be shown at the moment. Please try again in a few minutes.',
  step: 'Step',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  submit: 'Submit',
  review: 'Check your answers',
  change: 'Change',
  yes: 'Yes',
  notAnswered: 'Not answered',
  /** Of an answer that only the page of its field shows. */
  notShown: 'Answered, not shown',
  /** A day that was given as yyyy-mm-dd. */
  day: (date: string) => formatDate(date, dates),
  /** Above the form, once what was typed before has been filled in again. */
  recovered: {
    restored: 'We have kept what you entered before.',
    changed:
      'This form has been changed since you began. We have kept the answers that still fit: please check them.',
  },
  startAgain: 'Start again',
  startedAgain: 'Your answers have been cleared.',
  undo: 'Undo',
  connection: {
    offline: 'You are offline. Keep this page open, and send the form once you are online again.',
    back: 'You are online again.',
  },
  submitting: 'Submitting form...',
  success: 'Success posting form',
  closed: 'This form is closed.',
  sent: 'We have your form',
  reference: 'Form reference number is',
  whatNext: 'What happens next',
  submitError: 'There was an error submitting the form',
  /** Why there was no answer. */
  failures: {
    'no-answer': 'Network request failed',
    'timed-out': 'Network request timed out',
    unexpected: 'The form could not be sent.',
  } satisfies Record<SubmitFailure, string>,
  noCause: 'Your answers are still here: please try again.',
  customPostError: (errors: string) => `Error posting to custom url${errors ? `: ${errors}` : ' '}`,
  errorTitle: 'Oops',
  optional: '(optional)',
  requiredMarker: '(required)',
  instructions: 'Help',
  choose: 'Please choose',
  needsScript: 'This form needs JavaScript, which is off.',
  required: (label: string) => `${label} is a required field`,
  tooShort: (label: string, least: number) => `${label} must be at least ${characters(least)} long`,
  tooLong: (label: string, most: number) => `${label} must be no more than ${most} characters long`,
  notEmail: (label: string) => `${label} is not a valid email address`,
  notWebsite: (label: string) => `${label} is not a valid website address`,
  notTelephone: (label: string) => `${label} is not a valid telephone number`,
  notNumber: (label: string) => `${label} must be a number`,
  notInteger: (label: string) => `${label} must be a whole number`,
  notDate: (label: string) => `${label} must be in yyyy-mm-dd format`,
  notHours: 'Hours must be a number between 1 and 12',
  notHoursOfDay: 'Hours must be a number between 0 and 23',
  notMinutes: 'Minutes must be a number between 00 and 59',
  fileType: (list: string) => `File type not allowed, allowed types ${list}`,
  fileTooLarge: (label: string, size: string) => `${label} must be no larger than ${size}`,
  fileEmpty: (label: string) => `${label} is an empty file`,
  tooSmall: (label: string, least: number) => `${label} must be at least ${least}`,
  tooLarge: (label: string, most: number) => `${label} must be no more than ${most}`,
  tooFew: (label: string, least: number) => `Choose at least ${least} of ${label}`,
  tooMany: (label: string, most: number) => `Choose no more than ${most} of ${label}`,
  notPattern: (label: string) => `${label} is not in the format that is asked for`,
  notAccepted: (label: string) => `${label} has to be accepted`,
  captcha: 'Please complete captcha before submitting',
  captchaLabel: 'Captcha: check that you are a person',
  captchaLoading: 'Loading the captcha...',
  captchaDone: 'The captcha is complete.',
  captchaExpired: 'The captcha has expired. Please complete it again.',
  captchaBlocked:
    'The captcha could not be loaded, so this form cannot be sent yet. An ad blocker or the connection may keep it out. Your answers are still here.',
  captchaContact: 'You can also get in touch in another way:',
  filesError: (errors: string) => `File upload error${errors ? `: ${errors}` : ''}`,
  filesUploaded: (processed: number, total: number) => `${processed}/${total} uploaded`,
  tryAgain: 'Try again',
  /** What the authors have; the rest is sent once more. */
  filesMissing: 'We have your answers, but a file did not arrive. Choose “Try again” to send it.',
  chosenFile: (name: string) => `Chosen file: ${name}`,
  /** Megabytes of 1,024 kilobytes each, as limits are set. */
  fileSize: (bytes: number) =>
    bytes < 1_048_576
      ? `${number(Math.ceil(bytes / 1_024))} kB`
      : `${number(Math.round(bytes / 104_857.6) / 10)} MB`,
  /** A template string, since a test calls every function of a catalogue with numbers (scripts/test/messages.test.ts). */
  fileTypes: (list: string) => `${list}`.toUpperCase().replace(/, (?=\w+$)/, ' or '),
  fileLimit: (size: string) => `Up to ${size}`,
  chooseFile: 'Choose file',
  chooseOtherFile: 'Choose another file',
  takePhoto: 'Take a photo',
  dropFile: 'or drop it here, or paste it',
  oneFile: 'Choose one file, not several.',
  removeFile: 'Remove',
  cancelFile: 'Cancel',
  sendFile: 'Send this file',
  files: 'Files',
  fileWaiting: 'Waiting to be sent',
  fileSending: 'Being sent',
  fileChecked: 'Sent; it is being checked',
  fileArrived: 'Sent',
  fileCancelled: 'Not sent: cancelled',
  fileFailed: 'The file has not been sent',
  fileGone: 'The file cannot be read: please choose it again',
  sendingFiles: (sent: number, total: number) =>
    plural(total, {
      one: 'Sending your file',
      other: `Sending files: ${number(sent)} of ${number(total)} sent`,
    }),
  /** Null when there is no length rule. */
  range: (least: number | null, most: number | null): string | null => {
    if (most === null) return least === null ? null : `(min ${least} characters)`
    return least === null ? `(max ${most} characters)` : `(between ${least}-${most} characters)`
  },
  charactersRequired: (count: number) => `${characters(count)} required`,
  charactersOver: (count: number) => `${characters(count)} over`,
  charactersRemaining: (count: number) => `${characters(count)} remaining`,
  parts: {
    street: 'Street address',
    address2: 'Address line 2',
    city: 'City',
    county: 'County',
    postcode: 'Postcode',
    country: 'Country',
    firstName: 'First Name',
    lastName: 'Last Name',
    hours: 'Hours',
    minutes: 'Minutes',
    seconds: 'Seconds',
    period: 'AM/PM',
  } satisfies Record<PartName, string>,
  /** Before and after noon. */
  halves: { AM: 'AM', PM: 'PM' },
  /** What a missing part is called, where that is not its label. Source: specification 5. */
  missingParts: { street: 'Street' } as Partial<Record<PartName, string>>,
}

export type FormsMessages = Readonly<typeof messages>

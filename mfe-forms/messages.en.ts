import type { FormsMessages } from './domain/words.ts'

const characters = (count: number) => `${count} character${count === 1 ? '' : 's'}`

/** English. The validation messages are those of specification 5, to the letter. */
export const english: FormsMessages = {
  loading: 'Loading form...',
  unavailable: 'This form cannot be shown at the moment. Please try again in a few minutes.',
  step: 'Step',
  previous: 'Previous page',
  next: 'Next page',
  submit: 'Submit',
  submitting: 'Submitting form...',
  success: 'Success posting form',
  reference: 'Form reference number is',
  submitError: 'There was an error submitting the form',
  noCause: 'Your answers are still here: please try again.',
  customPostError: (errors) => `Error posting to custom url${errors ? `: ${errors}` : ' '}`,
  summaryTitle: 'Oops',
  optional: '(optional)',
  requiredMarker: '(required)',
  instructions: 'Help',
  choose: 'Please choose',
  needsScript: 'This form needs JavaScript, which is off or did not load.',
  filesNotSent: 'Files are not sent with this form yet: only the name of the file is.',
  required: (label) => `${label} is a required field`,
  tooShort: (label, least) => `${label} must be at least ${characters(least)} long`,
  tooLong: (label, most) => `${label} must be no more than ${most} characters long`,
  notEmail: (label) => `${label} is not a valid email address`,
  notWebsite: (label) => `${label} is not a valid website address`,
  notTelephone: (label) => `${label} is not a valid telephone number`,
  notDate: (label) => `${label} must be in yyyy-mm-dd format`,
  notHours: 'Hours must be a number between 1 and 12',
  notMinutes: 'Minutes must be a number between 00 and 59',
  fileType: (list) => `File type not allowed, allowed types ${list}`,
  dateHint: 'yyyy-mm-dd',
  range: (least, most) => {
    if (least !== null && most !== null) return `(between ${least}-${most} characters)`
    if (least !== null) return `(min ${least} characters)`
    return most === null ? null : `(max ${most} characters)`
  },
  charactersRequired: (count) => `${characters(count)} required`,
  charactersOver: (count) => `${characters(count)} over`,
  charactersRemaining: (count) => `${characters(count)} remaining`,
  parts: {
    street: 'Street',
    address2: 'Address line 2',
    city: 'Town or city',
    county: 'County',
    postcode: 'Postcode',
    country: 'Country',
    firstName: 'First Name',
    lastName: 'Last Name',
    hours: 'Hours',
    minutes: 'Minutes',
    seconds: 'Seconds',
    period: 'AM or PM',
  },
}

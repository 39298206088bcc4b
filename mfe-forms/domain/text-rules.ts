/** Local part without two dots in a row, one @, and a domain with a dot or an address in brackets. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)$/i
/** With or without a scheme; a host with a dot and a final part of letters. */
const WEBSITE =
  /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i
/** Digits, optional plus, parentheses, dashes, spaces, dots and slashes. Source: specification 5, Forms. */
const TELEPHONE = /^(?=\D*\d)\+?[\d()\p{Pd}\s./]+$/u
const DATE = /^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/
const HOURS = /^(?:[1-9]|1[0-2])$/
const MINUTES = /^[0-5]\d$/

/** Autocomplete tokens of secrets, which are kept in the page only. */
const SECRETS = /\b(?:cc-\S+|(?:current|new)-password|one-time-code)\b/

/** Whether a field with these autocomplete tokens holds a secret, which is not stored. */
export const isSecret = (autocomplete: string): boolean => SECRETS.test(autocomplete)
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)
export const isWebsite = (text: string): boolean => text.length <= 2_048 && WEBSITE.test(text)
export const isTelephone = (text: string): boolean => TELEPHONE.test(text)
/** 1 to 12, without a leading zero. */
export const isHours = (text: string): boolean => HOURS.test(text)
/** Two digits, 00 to 59. */
export const isMinutes = (text: string): boolean => MINUTES.test(text)

/** Whether a text is yyyy-mm-dd and a day that the month has; with `hasTime` yyyy-mm-ddThh:mm, with or without seconds. */
export function isDate(text: string, hasTime = false): boolean {
  if (!DATE.test(text) || text.includes('T') !== hasTime) return false
  const day = text.slice(0, 'yyyy-mm-dd'.length)
  // A day that no month has becomes another day, or an invalid date, whose `toJSON` is null.
  return String(new Date(day).toJSON()).startsWith(day)
}

/** What follows the last dot of a file's name, in lower case; empty without one. */
export const fileExtension = (name: string): string => (/\.([^.\s/\\]+)$/.exec(name)?.[1] ?? '').toLowerCase()

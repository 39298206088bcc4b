/** The `tel:` URL of a telephone number: its digits, and a plus where there is one. */
export const telephoneAddress = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`

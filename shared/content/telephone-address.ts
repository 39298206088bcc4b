/** Where a link to a telephone number leads: its digits, and a plus where there is one. */
export const telephoneAddress = (number: string): string => `tel:${number.replace(/[^+\d]/g, '')}`

/** What staff may see of a secret: that there is one, and how it ends; of a short one not even that. Source: reference security 0. */
export const maskSecret = (secret: string | undefined): string =>
  !secret ? 'not set' : secret.length < 16 ? 'set' : `set, ends in ${secret.slice(-4)}`

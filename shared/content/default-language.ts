/** Language of content and messages where none is given. Source: specification 9. */
export const DEFAULT_LANGUAGE = 'en-GB'

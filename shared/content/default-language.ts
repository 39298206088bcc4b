/** Language of content and messages when nothing else is said. Source: specification 9. */
export const DEFAULT_LANGUAGE = 'en-GB'

/** Language of content and words when nothing else is said. Source: specification 9. */
export const DEFAULT_LANGUAGE = 'en-GB'

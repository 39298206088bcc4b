/**
 * Pages that link to others rank above articles that mention them; named entries are found by their names; documents by the text of their
 * files.
 */
export const RELEVANCE = {
  homeTypes: ['landingPage', 'listingPage'],
  namedTypes: ['landingPage', 'listingPage', 'contentPage', 'councillor', 'venue', 'event', 'document'],
  fileFields: ['file'],
} as const

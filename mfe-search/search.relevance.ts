/** Pages that lead to others come before articles that mention them; what has a name is found by it; a document is found by what its file says. */
export const RELEVANCE = {
  homeTypes: ['landingPage', 'listingPage'],
  namedTypes: ['landingPage', 'listingPage', 'contentPage', 'councillor', 'venue', 'event', 'document'],
  fileFields: ['file'],
} as const

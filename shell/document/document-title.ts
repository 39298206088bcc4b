/** The title of a document: the page's, then the site's. */
export const documentTitle = (title: string, siteName: string): string =>
  !title || title === siteName || !siteName ? title || siteName : `${title} – ${siteName}`

/** Where in a form the visitor is. The rest of the specification's page info is derived (`form-entities`). Source: specification 3. */
export interface PageInfo {
  readonly currentPageIndex: number
  /** Page index → the page from which it was reached last, so that back returns there. */
  readonly previousPageIndices: Readonly<Record<number, number>>
}

/** The first page. */
export const FIRST_PAGE: PageInfo = { currentPageIndex: 0, previousPageIndices: {} }

/** Go on to a page, remembering where from. A page that leads to itself is not where it was reached from. */
export const goTo = ({ currentPageIndex, previousPageIndices }: PageInfo, pageIndex: number): PageInfo => ({
  currentPageIndex: pageIndex,
  previousPageIndices:
    pageIndex === currentPageIndex
      ? previousPageIndices
      : { ...previousPageIndices, [pageIndex]: currentPageIndex },
})

/** Go back to where the current page was reached from; the page before it when that is not known. */
export const goBack = ({ currentPageIndex, previousPageIndices }: PageInfo): PageInfo => ({
  currentPageIndex: previousPageIndices[currentPageIndex] ?? Math.max(currentPageIndex - 1, 0),
  previousPageIndices,
})

/** Where in a form the visitor is. The rest of the specification's page info is derived (`form-entities`). Source: specification 3. */
export interface PageInfo {
  readonly currentPageIndex: number
  /** Page index → the page from which it was reached last, so that back returns there. */
  readonly previousPageIndices: Readonly<Record<number, number>>
  /**
   * Of a form whose answers are shown before they are sent: `shown` while they are, from the last page of the way; `left` while one of
   * them is being changed, until they are shown again.
   */
  readonly review?: 'shown' | 'left'
}

/** The first page. */
export const FIRST_PAGE: PageInfo = { currentPageIndex: 0, previousPageIndices: {} }

/** Go on to a page, remembering where from. A page that leads to itself is not where it was reached from. */
export const goTo = (info: PageInfo, pageIndex: number): PageInfo => {
  const { currentPageIndex, previousPageIndices } = info
  return {
    ...info,
    currentPageIndex: pageIndex,
    previousPageIndices:
      pageIndex === currentPageIndex
        ? previousPageIndices
        : { ...previousPageIndices, [pageIndex]: currentPageIndex },
  }
}

/**
 * Go back to where the current page was reached from; the page before it when that is not known. From the answers that is the last page of
 * the way, and from an answer that is being changed the answers.
 */
export function goBack({ currentPageIndex, previousPageIndices, review }: PageInfo): PageInfo {
  if (review === 'shown') return { currentPageIndex, previousPageIndices }
  if (review === 'left') return { currentPageIndex, previousPageIndices, review: 'shown' }
  return {
    currentPageIndex: previousPageIndices[currentPageIndex] ?? Math.max(currentPageIndex - 1, 0),
    previousPageIndices,
  }
}

/** From the answers to the page of one of them. */
export const goChange = ({ previousPageIndices }: PageInfo, pageIndex: number): PageInfo => ({
  currentPageIndex: pageIndex,
  previousPageIndices,
  review: 'left',
})

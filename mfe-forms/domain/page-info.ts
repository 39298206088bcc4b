/** Where in a form the visitor is. The rest of the specification's page info is derived (`form-entities`). Source: specification 3. */
export interface PageInfo {
  readonly currentPageIndex: number
  /** Page index → the page from which it was reached last, so that back returns there. */
  readonly previousPageIndices: Readonly<Record<number, number>>
  /**
   * For a form with a review of the answers before they are sent: `shown` while the review is shown, after the last page; `left` while an
   * answer is being changed, until the review is shown again.
   */
  readonly review?: 'shown' | 'left'
}

/** The first page. */
export const FIRST_PAGE: PageInfo = { currentPageIndex: 0, previousPageIndices: {} }

/** Goes to a page, and stores the page that it was reached from, unless a page leads to itself. */
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
 * Goes back to the page that the current one was reached from; to the one before it if that is not known. From the review it goes to the
 * last page, and from an answer that is being changed to the review.
 */
export function goBack({ currentPageIndex, previousPageIndices, review }: PageInfo): PageInfo {
  if (review === 'shown') return { currentPageIndex, previousPageIndices }
  if (review === 'left') return { currentPageIndex, previousPageIndices, review: 'shown' }
  return {
    currentPageIndex: previousPageIndices[currentPageIndex] ?? Math.max(currentPageIndex - 1, 0),
    previousPageIndices,
  }
}

/** Goes back to the page of an answer that is wrong or to be changed. A form with a review leads to it from there again. */
export const goChange = ({ previousPageIndices, review }: PageInfo, pageIndex: number): PageInfo => ({
  currentPageIndex: pageIndex,
  previousPageIndices,
  ...(review && { review: 'left' }),
})

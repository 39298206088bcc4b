/** Where in a form the visitor is. Source: specification 3, Page info. */
export interface PageInfo {
  readonly currentPageIndex: number
  /** Page index → the page from which it was reached, so that back returns there. */
  readonly previousPageIndices: Readonly<Record<number, number>>
}

/** The first page. */
export const FIRST_PAGE: PageInfo = { currentPageIndex: 0, previousPageIndices: {} }

/** Go on to a page, remembering where from. */
export const goTo = ({ currentPageIndex, previousPageIndices }: PageInfo, pageIndex: number): PageInfo => ({
  currentPageIndex: pageIndex,
  previousPageIndices: { ...previousPageIndices, [pageIndex]: currentPageIndex },
})

/** Go back to where the current page was reached from; the page before it when that is not known. */
export function goBack({ currentPageIndex, previousPageIndices }: PageInfo): PageInfo {
  const { [currentPageIndex]: before = Math.max(currentPageIndex - 1, 0), ...rest } = previousPageIndices
  return { currentPageIndex: before, previousPageIndices: rest }
}

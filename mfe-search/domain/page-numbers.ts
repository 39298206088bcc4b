/**
 * Page numbers worth a link, from 1: the first, the last, and those next to the current one; null stands for a gap.
 * `pageIndex` counts from 0.
 */
export function pageNumbers(pageIndex: number, pageCount: number): readonly (number | null)[] {
  const current = pageIndex + 1
  const wanted = Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === pageCount || Math.abs(page - current) <= 1,
  )
  return wanted.flatMap((page, index) => {
    const before = wanted[index - 1]
    if (before === undefined || page - before === 1) return [page]
    // A gap of one page is that page.
    return page - before === 2 ? [page - 1, page] : [null, page]
  })
}

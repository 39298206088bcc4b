import { renderToStaticMarkup } from 'react-dom/server'
import { Pagination } from './index.ts'

const messages = { previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` }
const markup = (page: number, pageCount: number) =>
  renderToStaticMarkup(
    <Pagination
      page={page}
      pageCount={pageCount}
      hrefOf={(wanted) => (wanted === 1 ? '/news' : `/news?pageIndex=${wanted}`)}
      label="Pages"
      messages={messages}
    />,
  )
/** The numbers that a visitor sees, the current one in brackets. */
const shape = (page: number, pageCount: number): string =>
  [...markup(page, pageCount).matchAll(/<li>(?:<span>(…)<\/span>|<a([^>]*)>(\d+)<\/a>)<\/li>/g)]
    .map(([, gap, attributes = '', number = '']) =>
      gap ? gap : attributes.includes('aria-current="page"') ? `[${number}]` : number,
    )
    .join(' ')

describe('links to the pages of a list', () => {
  it.each([
    [1, 2, '[1] 2'],
    [1, 3, '[1] 2 3'],
    [1, 6, '[1] 2 … 6'],
    [3, 6, '1 2 [3] 4 5 6'],
    [3, 10, '1 2 [3] 4 … 10'],
    [4, 9, '1 2 3 [4] 5 … 9'],
    [5, 9, '1 … 4 [5] 6 … 9'],
    [9, 9, '1 … 8 [9]'],
  ])('are on page %d of %d %s', (page, pageCount, expected) => {
    expect(shape(page, pageCount)).toBe(expected)
  })

  it.each([0, 1])('are absent where there are %d pages', (pageCount) => {
    expect(markup(1, pageCount)).toBe('')
  })

  it('lead nowhere before the first and after the last page', () => {
    expect(markup(1, 2)).not.toContain('rel="prev"')
    expect(markup(1, 2)).toContain('<a rel="next" data-focus-key="next" href="/news?pageIndex=2">Next</a>')
    expect(markup(2, 2)).toContain('<a rel="prev" data-focus-key="previous" href="/news">Previous</a>')
    expect(markup(2, 2)).not.toContain('rel="next"')
  })

  it('lead back to the last page from one past the end', () => {
    expect(markup(9, 3)).toContain(
      '<a rel="prev" data-focus-key="previous" href="/news?pageIndex=3">Previous</a>',
    )
  })

  it('have names that say what their numbers are of', () => {
    expect(markup(1, 2)).toContain('aria-label="Page 2"')
    expect(markup(1, 2)).toContain('aria-label="Pages"')
  })
})

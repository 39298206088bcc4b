import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server.node'
import type { FacetState } from '../domain/search-state.ts'
import { aFacet, aFilter } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'

const aPanel = (given: Partial<FacetState> = {}, language = 'en-GB') => {
  const filters = { topic: aFilter({ items: [{ key: 'homes', title: 'Homes', isSelected: true }] }) }
  return aPage({ facet: { filters, ...given }, language }).page()
}
const counted = (totalCount: number) => ({ pagingInfo: { ...aFacet().pagingInfo, totalCount } })

describe('the filters of a narrow screen, behind a disclosure', () => {
  test('end with how many results there are: that closes them, and the focus is on the results', async () => {
    const scrolled = jest.fn<() => void>()
    Element.prototype.scrollIntoView = scrolled
    const { container } = render(aPanel(counted(1234)))
    const panel = container.querySelector('details')!
    await userEvent.click(screen.getByText('Filters (1 selected)'))
    expect(panel).toHaveAttribute('open')
    const links = [...panel.querySelectorAll('a')]
    expect(links.at(-1)).toHaveTextContent('Show 1,234 results')
    await userEvent.click(links.at(-1)!)
    expect(panel).not.toHaveAttribute('open')
    const count = screen.getByRole('heading', { name: /^1,234 results/ })
    expect(count).toHaveFocus()
    expect(scrolled.mock.contexts).toEqual([count])
  })

  test('end with a link to the results without script', () => {
    const markup = renderToStaticMarkup(aPanel(counted(1), 'cy'))
    expect(markup).toMatch(/href="#search-count">Dangos 1 canlyniad<\/a><\/div><\/details>/)
    expect(markup).toMatch(/<h2[^>]* id="search-count"/)
  })

  test('are closed after a failed search too, with the focus on the error message', async () => {
    const { container } = render(
      aPanel({ ...counted(0), results: [], entries: { isLoading: false, isError: true } }),
    )
    await userEvent.click(screen.getByText('Filters (1 selected)'))
    await userEvent.click(screen.getByRole('link', { name: 'Results' }))
    expect(container.querySelector('details')).not.toHaveAttribute('open')
    expect(screen.getByRole('heading', { name: 'The search did not work' })).toHaveFocus()
  })
})

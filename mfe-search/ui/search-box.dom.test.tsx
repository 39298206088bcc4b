import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup, renderToString } from 'react-dom/server.node'
import { aFacet, aFilter } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'

const items = [
  { title: 'Bin days', path: '/bin-days', kind: 'Page' },
  { title: 'Missed bins', path: '/missed' },
]
const suggestions = { term: 'bi', items }
const box = () => screen.getByRole('combobox', { name: 'Search this site' })
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

/** Type into an empty box, with these pages suggested. */
async function typed(text: string) {
  const { page, actions } = aPage({ term: '', suggestions })
  render(page())
  await userEvent.type(box(), text)
  return actions
}

describe('search box (suggestions while typing as an accessible combobox)', () => {
  test('is a plain search field of a GET form before any script', () => {
    const markup = renderToStaticMarkup(aPage().page())
    expect(markup).toMatch(/<form[^>]*action="\/search"/)
    expect(markup).toMatch(/<input[^>]*type="search"[^>]*name="term"/)
    expect(markup).not.toMatch(/role="(?:combobox|listbox)"/)
  })

  test.each(['all', 'news'])(
    'sends a term to the same address as its own links, whatever is selected in the facet %s: by Enter, with and without script',
    async (currentFacet) => {
      const contentTypeId = aFilter({ items: [{ key: 'page', title: 'Page', isSelected: true }] })
      const filters = { contentTypeId, topic: aFilter() }
      const others = { news: aFacet({ title: 'News', filters }) }
      const { page, actions } = aPage({
        term: '',
        currentFacet,
        facet: { filters },
        others,
        recentTerms: ['b'],
      })
      const sentBy = (form: HTMLFormElement) =>
        `${form.getAttribute('action')}?${new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])).toString()}`
      const plain = document.createElement('div')
      plain.innerHTML = renderToStaticMarkup(page())
      plain.querySelector<HTMLInputElement>('[name="term"]')!.value = 'b'
      render(page())
      await userEvent.click(box())
      await userEvent.click(screen.getByRole('option', { name: 'b' }))
      await userEvent.type(box(), 'b')
      const linked = actions.go.mock.calls[0]?.[0]
      expect(linked).toBe(currentFacet === 'all' ? '/search?term=b' : '/search/news?term=b')
      expect(sentBy(box().closest('form')!)).toBe(linked)
      expect(sentBy(plain.querySelector('form')!)).toBe(linked)
    },
  )

  test('suggestions that come after the term was sent by Enter do not cover its results', async () => {
    const { page } = aPage({ term: '' })
    const { rerender } = render(page())
    box()
      .closest('form')!
      .addEventListener('submit', (event) => event.preventDefault())
    await userEvent.type(box(), 'bi{Enter}')
    rerender(page({ suggestions }))
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowDown}')
    expect(box()).toHaveAttribute('aria-expanded', 'true')
  })

  test('reports what is typed, and shows the suggestions for it', async () => {
    const { typed: heard } = await typed('bin')
    expect(heard.mock.calls).toEqual([['b'], ['bi'], ['bin']])
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('listbox', { name: 'Suggestions' })).toHaveAttribute(
      'id',
      box().getAttribute('aria-controls'),
    )
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Bin daysPage',
      'Missed bins',
    ])
    expect(screen.getAllByText(/^bin$/i)[0]!.tagName).toBe('B')
    expect(screen.getByRole('status')).toHaveTextContent('2 suggestions. Use the arrow keys to go to them.')
  })

  test('offers nothing for one letter, nor what was suggested for another text', async () => {
    await typed('b')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.type(box(), '{Backspace}roads')
    expect(screen.queryAllByRole('option')).toEqual([])
  })

  test('is worked by arrows, Home and End, round and round by way of the box itself', async () => {
    await typed('bin')
    const press = async (keys: string) => {
      await userEvent.keyboard(keys)
      return active()
    }
    expect(await press('{ArrowDown}')).toBe('Bin daysPage')
    expect(await press('{ArrowDown}')).toBe('Missed bins')
    expect(await press('{ArrowDown}')).toBeUndefined()
    expect(await press('{ArrowUp}')).toBe('Missed bins')
    expect(await press('{Home}')).toBe('Bin daysPage')
    expect(await press('{End}')).toBe('Missed bins')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Missed bins')
    expect(box()).toHaveFocus()
  })

  test('the active suggestion is scrolled into view, since the list may be longer than the screen', async () => {
    const scrolled = jest.fn()
    Element.prototype.scrollIntoView = scrolled
    await typed('bin')
    expect(scrolled).not.toHaveBeenCalled()
    await userEvent.keyboard('{ArrowUp}')
    expect(scrolled.mock.contexts.at(-1)).toHaveTextContent('Missed bins')
    expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]])
  })

  test('the arrows to the left and right move in the text, and no suggestion is active then', async () => {
    const { go } = await typed('bin{ArrowDown}{ArrowLeft}')
    expect(active()).toBeUndefined()
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    box()
      .closest('form')!
      .addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect(go).not.toHaveBeenCalled()
  })

  test('Enter goes to the active suggestion; without one it sends the form', async () => {
    const { go } = await typed('bin{ArrowDown}{ArrowDown}{Enter}')
    expect(go.mock.calls).toEqual([['/missed']])
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    let isSent = false
    box()
      .closest('form')!
      .addEventListener('submit', (event) => {
        event.preventDefault()
        isSent = true
      })
    await userEvent.type(box(), 's{Enter}')
    expect(isSent).toBe(true)
    expect(go.mock.calls).toHaveLength(1)
  })

  test('the active suggestion stays active when other suggestions come, and none is if it is not among them', async () => {
    const { page, actions } = aPage({ term: '', suggestions })
    const { rerender } = render(page())
    await userEvent.type(box(), 'bin{ArrowDown}')
    rerender(page({ suggestions: { term: 'bin', items: items.toReversed() } }))
    expect(active()).toBe('Bin daysPage')
    await userEvent.keyboard('{Enter}')
    expect(actions.go.mock.calls).toEqual([['/bin-days']])
    await userEvent.type(box(), 's{ArrowUp}')
    expect(active()).toBe('Bin daysPage')
    rerender(page({ suggestions: { term: 'bins', items: items.slice(1) } }))
    expect(active()).toBeUndefined()
    box()
      .closest('form')!
      .addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect(actions.go.mock.calls).toHaveLength(1)
  })

  test('Enter closes the list also where it sends the form', async () => {
    await typed('bin')
    box()
      .closest('form')!
      .addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
  })

  test('what was typed before the code came counts, so that no recent searches are offered for it', async () => {
    const { page } = aPage({ term: '', recentTerms: ['roads'], suggestions })
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(page())
    container.querySelector<HTMLInputElement>('[name="term"]')!.value = 'bin'
    render(page(), { container, hydrate: true })
    await userEvent.click(box())
    expect(box()).toHaveValue('bin')
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Bin daysPage',
      'Missed bins',
    ])
  })

  test('Escape closes the list and keeps the text; an arrow opens it again', async () => {
    await typed('bin{Escape}')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    expect(box()).toHaveValue('bin')
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe('Bin daysPage')
  })

  test('a suggestion can be pressed, and leaving the box closes the list', async () => {
    const { go } = await typed('bin')
    await userEvent.click(screen.getAllByRole('option')[1]!)
    expect(go.mock.calls).toEqual([['/missed']])
    await userEvent.type(box(), 's')
    await userEvent.tab()
    expect(box()).toHaveAttribute('aria-expanded', 'false')
  })

  test('what was searched for before is offered in the empty box, and can be cleared', async () => {
    const { page, actions } = aPage({ term: '', recentTerms: ['roads', 'council tax'] })
    render(page())
    await userEvent.click(box())
    expect(actions.opened).toHaveBeenCalled()
    expect(screen.getByRole('listbox', { name: 'Recent searches' })).toBeVisible()
    await userEvent.click(screen.getByRole('option', { name: 'council tax' }))
    expect(actions.go.mock.calls).toEqual([['/search?term=council+tax']])
    await userEvent.click(box())
    await userEvent.click(screen.getByRole('option', { name: 'Clear recent searches' }))
    expect(actions.recentCleared).toHaveBeenCalledTimes(1)
    expect(box()).toHaveFocus()
    // By the keyboard too: it is the last row.
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(actions.recentCleared).toHaveBeenCalledTimes(2)
  })

  test('what was searched for before is under a heading, from the focus of the empty box until Escape', async () => {
    const { page } = aPage({ term: '', recentTerms: ['roads'], suggestions })
    render(page())
    act(() => box().focus())
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByText('Recent searches')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe('roads')
    await userEvent.keyboard('bi')
    expect(screen.queryByText('Recent searches')).toBeNull()
    expect(screen.getAllByRole('option')[1]).toHaveTextContent('Missed bins')
  })

  test('the focus opens nothing where there were no searches, or where the box has a text', () => {
    const { page } = aPage({ term: '' })
    const { unmount } = render(page())
    act(() => box().focus())
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    unmount()
    render(aPage({ term: 'bins', recentTerms: ['roads'], suggestions }).page())
    act(() => box().focus())
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('Recent searches')).toBeNull()
  })

  test('another page’s term takes the place of what was typed, and the focus stays', async () => {
    const { page } = aPage({ term: 'bins' })
    const { rerender } = render(page())
    await userEvent.type(box(), ' now')
    rerender(page({ term: 'roads' }))
    expect(box()).toHaveValue('roads')
    expect(box()).toHaveFocus()
  })
})

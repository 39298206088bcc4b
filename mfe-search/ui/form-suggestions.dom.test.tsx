import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Action, AppEpic } from '@tessera/shared/contract'
import { createBus, createStore, EMPTY, mergeMap, storePart, withEpics } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { catalogues } from '../messages/index.ts'
import { recentTermsLoaded, suggestionsLoaded } from '../state/search-actions.ts'
import { searchSlice } from '../state/search.slice.ts'
import { SearchSlot } from './search-slot.tsx'

const field = () => screen.getByLabelText<HTMLInputElement>('Search this site')

/** The slot in a form as the host's header has it. */
function inHeader({ value = '', hasFocus = false } = {}) {
  document.body.innerHTML = `<header><form action="/cy/search" role="search">
    <label for="q">Search this site</label><input type="search" id="q" name="term" value="${value}">
    <div data-slot="header-search"></div><button>Search</button></form><a href="/">Home</a></header>`
  if (hasFocus) field().focus()
  const seen: Action[] = []
  const record: AppEpic = (action$) => action$.pipe(mergeMap((action) => (seen.push(action), EMPTY)))
  const store = createStore({ epics: withEpics() })
  store.inject(storePart({ owner: 'mfe-search', slices: [searchSlice], epics: [record] }))
  const bus = createBus()
  const went: string[] = []
  bus.on('route.requested', ({ path }) => went.push(path))
  const { unmount } = render(
    <StoreProvider store={store}>
      <SearchSlot
        slotId="header-search"
        view="suggestions"
        props={{}}
        store={store}
        bus={bus}
        messages={catalogues['en-GB']!}
      />
    </StoreProvider>,
    { container: document.querySelector<HTMLElement>('[data-slot]')! },
  )
  const named = (name: string) => seen.filter(({ type }) => type.endsWith(name))
  const suggest = (term: string) =>
    act(
      () =>
        void store.dispatch(suggestionsLoaded({ term, items: [{ title: 'Bin days', path: '/bin-days' }] })),
    )
  return { store, went, named, suggest, unmount }
}

describe('suggestions for the search field of the header (suggestions while typing as an accessible combobox)', () => {
  test('are for what was typed before the code came, where the focus still is', () => {
    const { named, suggest } = inHeader({ value: 'bin', hasFocus: true })
    expect(named('termTyped')).toMatchObject([{ payload: { term: 'bin' } }])
    suggest('bin')
    expect(field()).toHaveFocus()
    expect(field()).toHaveValue('bin')
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('option', { name: 'Bin days' })).toBeVisible()
  })

  test('make a combobox of the field, which stays the field of the form', async () => {
    const { suggest } = inHeader()
    expect(field()).toHaveAttribute('role', 'combobox')
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    expect(field()).toHaveAttribute('name', 'term')
    await userEvent.type(field(), 'bin')
    suggest('bin')
    expect(document.getElementById(field().getAttribute('aria-controls')!)).toHaveAttribute('role', 'listbox')
    await userEvent.keyboard('{ArrowDown}')
    const active = document.getElementById(field().getAttribute('aria-activedescendant')!)
    expect(active).toHaveTextContent('Bin days')
    await userEvent.keyboard('{Escape}')
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    expect(field()).not.toHaveAttribute('aria-activedescendant')
    expect(field()).toHaveValue('bin')
  })

  test('lead to the page that is chosen, and close when the focus goes or the form is sent', async () => {
    const { went, suggest } = inHeader()
    await userEvent.type(field(), 'bin')
    suggest('bin')
    await userEvent.tab()
    await userEvent.tab()
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(field())
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    field().form!.addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect(went).toEqual([])
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(went).toEqual(['/bin-days'])
  })

  const remember = (store: ReturnType<typeof inHeader>['store']) =>
    act(() => void store.dispatch(recentTermsLoaded({ terms: ['bulky waste'] })))

  test('are the searches made before while nothing is typed, at the address of the form', async () => {
    const { store, went } = inHeader()
    await userEvent.click(field())
    remember(store)
    await userEvent.click(screen.getByRole('option', { name: 'bulky waste' }))
    expect(went).toEqual(['/cy/search?term=bulky+waste'])
  })

  test('show the searches made before as soon as the empty field has the focus, under a heading', async () => {
    const { store } = inHeader()
    remember(store)
    await userEvent.tab()
    expect(field()).toHaveFocus()
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByText('Recent searches')).toBeVisible()
    expect(screen.getByRole('option', { name: 'Clear recent searches' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    expect(field()).toHaveFocus()
  })

  test('show the searches made before after the one click that loaded this code', () => {
    const { store, named } = inHeader({ hasFocus: true })
    expect(named('boxOpened')).toHaveLength(1)
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    remember(store)
    expect(field()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('option', { name: 'bulky waste' })).toBeVisible()
  })

  test('show nothing at the focus of a field that has a text', async () => {
    const { store } = inHeader({ value: 'roads' })
    remember(store)
    await userEvent.tab()
    expect(field()).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('Recent searches')).toBeNull()
  })

  test('follow what another page has put into the field', async () => {
    const { named } = inHeader()
    await userEvent.type(field(), 'bin')
    act(() => field().blur())
    field().value = ''
    await userEvent.click(field())
    expect(screen.queryByRole('option')).toBeNull()
    expect(named('boxOpened')).toHaveLength(2)
  })

  test('leave no listener behind', async () => {
    const { named, unmount } = inHeader()
    unmount()
    await userEvent.type(field(), 'bin')
    expect(named('termTyped')).toEqual([])
  })

  test('leave a plain field behind', async () => {
    const { suggest, unmount } = inHeader()
    await userEvent.type(field(), 'bin')
    suggest('bin')
    await userEvent.keyboard('{ArrowDown}')
    expect(field().getAttributeNames()).toContain('aria-activedescendant')
    unmount()
    expect(field().getAttributeNames()).toEqual(['type', 'id', 'name', 'value'])
  })

  test('are absent where the slot is in no form', () => {
    const store = createStore({ parts: [{ owner: 'mfe-search', slices: [searchSlice] }] })
    const slot = { slotId: 'header-search', view: 'suggestions', props: {}, store, bus: createBus() }
    const { container } = render(
      <StoreProvider store={store}>
        <SearchSlot {...slot} messages={catalogues['en-GB']!} />
      </StoreProvider>,
    )
    expect(container.querySelector('[role="option"]')).toBeNull()
  })
})

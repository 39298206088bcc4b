import { act, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import type { RouteState, Slice, Store } from '../contract/index.ts'
import { createStore, withEpics } from '../store/index.ts'
import { StoreProvider, usePageRoute, useSelector } from './store-provider.tsx'

const slice: Slice = {
  key: 'count',
  reducer: (state = { value: 0, noise: 0 }, action) => {
    const before = state as { value: number; noise: number }
    if (action.type === 'more') return { ...before, value: before.value + 1 }
    if (action.type === 'noise') return { ...before, noise: before.noise + 1 }
    return before
  },
}
const valueOf = (state: Readonly<Record<string, unknown>>) => (state['count'] as { value: number }).value

function aStore(): Store {
  const store = createStore()
  store.inject({ owner: 'test', slices: [slice] })
  return store
}

describe('reading the state', () => {
  it('shows the new value when the state changes', () => {
    const store = aStore()
    const Value = () => <output>{useSelector(valueOf)}</output>
    render(
      <StoreProvider store={store}>
        <Value />
      </StoreProvider>,
    )
    act(() => void store.dispatch({ type: 'more' }))
    expect(screen.getByRole('status').textContent).toBe('1')
  })

  it('hydrates from the state that the markup was made from, and then shows what a click has changed meanwhile', async () => {
    const store = createStore({ preloadedState: { count: { value: 7, noise: 0 } }, epics: withEpics() })
    store.inject({ owner: 'test', slices: [slice] })
    store.dispatch({ type: 'more' })
    expect(store.getServedState()['count']).toMatchObject({ value: 7 })
    const element = document.body.appendChild(document.createElement('div'))
    element.innerHTML = '<output>7</output>'
    const Value = () => <output>{useSelector(valueOf)}</output>
    const mismatches: unknown[] = []
    await act(async () => {
      hydrateRoot(
        element,
        <StoreProvider store={store}>
          <Value />
        </StoreProvider>,
        { onRecoverableError: (error) => mismatches.push(error) },
      )
    })
    expect(mismatches).toEqual([])
    expect(element.textContent).toBe('8')
    act(() => store.adopt({ count: { value: 20, noise: 0 } }))
    expect(store.getServedState()['count']).toMatchObject({ value: 20 })
    element.remove()
  })

  it('does not render again when its part of the state is the same', () => {
    const store = aStore()
    const renders: unknown[] = []
    const isSame = (a: { value: number }, b: { value: number }) => a.value === b.value
    const select = (state: Readonly<Record<string, unknown>>) => ({ value: valueOf(state) })
    const Value = () => {
      renders.push(useSelector(select, isSame))
      return null
    }
    render(
      <StoreProvider store={store}>
        <Value />
      </StoreProvider>,
    )
    act(() => void store.dispatch({ type: 'noise' }))
    expect(renders).toHaveLength(1)
  })

  it('renders nothing that shows a page anew when only the hash of its address changes', () => {
    const route = (search: string, hash: string, nextPath: string | null = null) =>
      ({ currentPath: '/search', location: { pathname: '/search', search, hash }, nextPath }) as RouteState
    const store = createStore({ preloadedState: { routing: route('', '') } })
    const renders: unknown[] = []
    const Page = () => {
      renders.push(usePageRoute().location.search)
      return null
    }
    render(
      <StoreProvider store={store}>
        <Page />
      </StoreProvider>,
    )
    act(() => store.adopt({ routing: route('', '#results') }))
    expect(renders).toEqual([''])
    act(() => store.adopt({ routing: route('?term=bins', '#results') }))
    act(() => store.adopt({ routing: route('?term=bins', '#results', '/news') }))
    expect(renders).toEqual(['', '?term=bins', '?term=bins'])
  })

  it('lets a selector make a new object each time', () => {
    const store = aStore()
    const Value = () => <output>{useSelector((state) => ({ value: valueOf(state) })).value}</output>
    render(
      <StoreProvider store={store}>
        <Value />
      </StoreProvider>,
    )
    act(() => void store.dispatch({ type: 'more' }))
    expect(screen.getByRole('status').textContent).toBe('1')
  })

  it('says what is wrong outside a provider', () => {
    const Value = () => <output>{useSelector(valueOf)}</output>
    expect(() => render(<Value />)).toThrow('outside a StoreProvider')
  })
})

import { act, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { createStore } from '../store/index.ts'
import { RichText } from './rich-text.tsx'
import { Slot } from './slot.tsx'
import { StoreProvider } from './store-provider.tsx'

describe('a nested slot in the browser', () => {
  it('leaves the markup of the server alone when its parent is hydrated', async () => {
    document.body.innerHTML =
      '<div id="root"><div data-slot="form-1"><div id="mount">a form</div></div></div>'
    const mount = document.getElementById('mount')
    const errors: unknown[] = []
    await act(async () => {
      hydrateRoot(
        document.getElementById('root')!,
        <StoreProvider store={createStore()}>
          <Slot id="form-1" />
        </StoreProvider>,
        {
          onRecoverableError: (error) => errors.push(error),
        },
      )
    })
    expect(document.getElementById('mount')).toBe(mount)
    expect(errors).toEqual([])
  })

  it('keeps what the host has mounted when its parent renders again', () => {
    const store = createStore()
    const page = (
      <StoreProvider store={store}>
        <Slot id="form-1" />
      </StoreProvider>
    )
    const { container, rerender } = render(page)
    container.querySelector('[data-slot="form-1"]')!.append('mounted')
    rerender(
      <StoreProvider store={store}>
        <Slot id="form-1" />
      </StoreProvider>,
    )
    expect(container.textContent).toBe('mounted')
  })

  it('shows rich text as markup', () => {
    const { container } = render(<RichText html="<p>One <b>two</b></p>" />)
    expect(container.querySelector('b')!.textContent).toBe('two')
  })
})

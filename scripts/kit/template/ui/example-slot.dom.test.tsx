import type { SlotProps } from '@tessera/contract'
import { createStore } from '@tessera/contract/store'
import { StoreProvider } from '@tessera/contract/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { catalogues, type ExampleMessages } from '../messages/index.ts'
import { exampleSlice, moreFinished, selectExample } from '../state/example.slice.ts'
import { ExampleSlot } from './example-slot.tsx'

test('the button asks for more, and what has come is counted aloud', () => {
  const store = createStore({ parts: [{ owner: 'mfe-example', slices: [exampleSlice] }] })
  const slot = { slotId: 'example-more', view: 'more', store, messages: catalogues['en-GB'] }
  render(
    <StoreProvider store={store}>
      <ExampleSlot {...(slot as unknown as SlotProps<ExampleMessages>)} />
    </StoreProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(selectExample(store.getState()).status).toBe('asking')
  act(() => store.dispatch(moreFinished(['Libraries'])))
  screen.getByText('1 more shown')
})

import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { fireEvent, render } from '@testing-library/react'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import type { Field } from '../domain/form-definition.ts'
import { catalogues } from '../messages/index.ts'
import { formLoaded } from '../state/form-actions.ts'
import { formSlice } from '../state/form.slice.ts'
import { aField, aForm, aPage } from '../testing/builders.ts'
import { FormSlot } from './form-slot.tsx'

/** A field that counts how often its input is rendered: only that reads its placeholder. */
function counting(id: string, renders: Map<string, number>, more: Partial<Field> = {}): Field {
  return Object.defineProperty(aField({ id, label: `Field ${id}`, ...more }), 'placeholder', {
    // React's development tools read enumerable properties.
    enumerable: false,
    get: () => {
      renders.set(id, (renders.get(id) ?? 0) + 1)
      return undefined
    },
  })
}

function show(pages: number, fieldsOfPage: number) {
  const renders = new Map<string, number>()
  const id = (page: number, field: number) => `${page}-${field}`
  const definition = aForm(
    Array.from({ length: pages }, (_, page) =>
      aPage(
        Array.from({ length: fieldsOfPage }, (_unused, field) =>
          counting(id(page, field), renders, { minLength: 3, isRequired: true }),
        ),
      ),
    ),
  )
  const store = createStore()
  store.inject({ owner: 'mfe-forms', slices: [formSlice] })
  store.dispatch(formLoaded({ formId: '1', definition }))
  render(
    <StoreProvider store={store}>
      <FormSlot
        slotId="form-1"
        view="form"
        props={{ formId: '1' }}
        store={store}
        bus={createBus()}
        messages={catalogues['en-GB']}
      />
    </StoreProvider>,
  )
  return renders
}

const inputOf = (id: string) => document.getElementById(id) as HTMLInputElement
const type = (id: string, value: string) => fireEvent.input(inputOf(id), { target: { value } })

describe('what a key costs', () => {
  test.each([
    [30, 10],
    [1, 300],
  ])(
    'in a form of %d pages with %d fields each, a key renders its own field alone, once',
    (pages, fields) => {
      const renders = show(pages, fields)
      const last = `0-${fields - 1}`
      expect(renders.size).toBe(fields)
      type(last, 'a')
      renders.clear()
      type(last, 'ab')
      expect(inputOf(last)).toHaveValue('ab')
      expect([...renders]).toEqual([[last, 1]])
    },
  )

  test('to be refused renders each field of the page once, to say what is wrong with it; to mend one renders that one', () => {
    const renders = show(2, 10)
    renders.clear()
    fireEvent.submit(inputOf('0-0').form!)
    expect(inputOf('0-9')).toBeInvalid()
    expect([...renders.values()]).toEqual(Array.from({ length: 10 }, () => 1))
    renders.clear()
    type('0-4', 'abc')
    expect(inputOf('0-4')).toBeValid()
    expect([...renders]).toEqual([['0-4', 1]])
  })
})

import type { ContentClient, JsonObject, LoadRequest } from '@tessera/shared/contract'
import { formSlice } from './form.slice.ts'
import { selectForm } from './form-state.ts'
import { loadForm } from './load-form.ts'

async function load(formMap: (id: string) => Promise<JsonObject>, signal = new AbortController().signal) {
  const result = await loadForm({
    slot: { id: 'form-7', view: 'form', props: { formId: 7 } },
    client: { formMap } as unknown as ContentClient,
    sanitise: (html: string) => html,
    signal,
  } as unknown as LoadRequest)
  const state = (result.actions ?? []).reduce<unknown>(
    (before, action) => formSlice.reducer(before, action),
    undefined,
  )
  return selectForm({ form: state }, '7')
}

describe('form loader', () => {
  test('loads the form that the slot names', async () => {
    const asked: string[] = []
    const state = await load((id) => {
      asked.push(id)
      return Promise.resolve({
        ContentVersionId: 69,
        form: { page: [{ element: [{ id: '1', type: 'TextBox', label: 'Name' }] }] },
      })
    })
    expect(asked).toEqual(['7'])
    expect(state?.form?.pages[0]?.fields[0]?.label).toBe('Name')
  })

  test.each([
    ['cannot be fetched', () => Promise.reject(new Error('down'))],
    ['is no form', () => Promise.resolve({ hello: 'world' })],
  ])('a map that %s costs the form alone', async (_, formMap) => {
    expect(await load(formMap)).toMatchObject({ form: null })
  })

  test('is over when the visitor has gone', async () => {
    const gone = new AbortController()
    gone.abort()
    await expect(load(() => Promise.reject(new Error('aborted')), gone.signal)).rejects.toThrow('aborted')
  })
})

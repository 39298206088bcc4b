import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { fireEvent, waitFor, within } from '@testing-library/react'
import type { SearchState } from '../domain/search-state.ts'
import { aFacet, aFilter, aSearch } from '../testing/a-search.ts'
import { anEmbedContext, prepareEmbeds, SITE } from '../testing/an-embed-context.ts'
import type { SearchEmbedOptions } from './options.ts'
import { show } from './results.tsx'

const topic = (count: number, isSelected = false) =>
  aFilter({ items: [{ key: 'homes', title: 'Homes', isSelected, count }] })
const found = (given: Parameters<typeof aFacet>[0] = {}) =>
  aSearch({ term: '', facets: { all: aFacet({ filters: { topic: topic(3) }, ...given }) } })

/** Requests of the embed; each is answered by the test, or ends with its signal. */
function requests() {
  const asked: { readonly name: string; readonly query: string; readonly answer: (body: unknown) => void }[] =
    []
  globalThis.fetch = jest.fn<typeof fetch>(
    (address, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        const { pathname, search: query } = new URL(String(address))
        const name = pathname.split('/').at(-1) ?? ''
        const answer = (body: unknown) =>
          resolve({
            ok: body !== null,
            status: body === null ? 503 : 200,
            headers: new Headers(),
            json: async () => body,
          } as Response)
        asked.push({ name, query, answer })
      }),
  )
  /** The newest request of a name, once there are so many of them. */
  const request = async (name: string, count = 1) => {
    const of = () => asked.filter((one) => one.name === name)
    await waitFor(() => expect(of()).toHaveLength(count), { timeout: 3_000 })
    return of().at(-1)!
  }
  return request
}

async function shown(first: SearchState, options: SearchEmbedOptions = {}) {
  const request = requests()
  const { context, emitted } = anEmbedContext()
  const showing = show(context, { mode: 'results', language: 'en-GB', ...options })
  const { answer } = await request('embedded')
  answer({ search: first })
  const remove = await showing
  const page = within(context.root as unknown as HTMLElement)
  await waitFor(() => expect(page.getByRole('heading', { name: /result/ })).toBeVisible())
  return { request, emitted, page, remove }
}

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
beforeAll(() => prepareEmbeds())
beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
})
afterEach(() => document.body.replaceChildren())

describe('a search with results on a page of another site', () => {
  test('follows its links in place, and offers to try again what has failed', async () => {
    const { request, page, remove } = await shown(found())
    const link = page.getByText('Homes').closest('a')!
    expect(link).toHaveAttribute('href', `${SITE}/search?topic=homes`)
    // Of several parameters of one name the first counts, as on the site.
    link.href += '&topic=roads'
    fireEvent.click(link)
    const { query, answer } = await request('embedded', 2)
    expect(query).toBe('?language=en-GB&topic=homes')
    answer(null)
    const again = await page.findByRole('link', { name: 'Try again' })
    expect(again).toHaveAttribute('href', `${SITE}/search?topic=homes&topic=roads`)
    remove()
  })

  test('holds every choice at once, and sends all of them with the next', async () => {
    const items = ['homes', 'roads', 'parks'].map((key) => ({ key, title: key, isSelected: false, count: 3 }))
    const { request, page, remove } = await shown(found({ filters: { topic: aFilter({ items }) } }))
    const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) })
    for (const [at, name] of ['homes', 'roads', 'parks'].entries()) {
      fireEvent.click(box(name))
      await waitFor(() => expect(box(name)).toHaveAttribute('aria-checked', 'true'))
      await request('embedded', at + 2)
    }
    const { query } = await request('embedded', 4)
    expect(query).toBe('?language=en-GB&topic=homes%2Cparks%2Croads')
    remove()
  })

  test('reads its answer where an old library has given arrays a toJSON that makes texts of them', async () => {
    Object.assign(Array.prototype, { toJSON: () => 'text' })
    try {
      const { page, remove } = await shown(found())
      expect(page.getByText('Homes').closest('a')).toHaveAttribute('href', `${SITE}/search?topic=homes`)
      remove()
    } finally {
      Reflect.deleteProperty(Array.prototype, 'toJSON')
    }
  })

  test('leaves the focus where the visitor has moved it while an answer was on its way', async () => {
    const { request, page, remove } = await shown(found({ filters: { topic: topic(3, true) } }))
    fireEvent.click(page.getByRole('link', { name: 'Remove Topic: Homes' }))
    const { answer } = await request('embedded', 2)
    const box = page.getByRole('combobox', { name: 'Search' })
    box.focus()
    answer({ search: found() })
    await waitFor(() => expect(page.queryByRole('link', { name: 'Remove Topic: Homes' })).toBeNull())
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    expect(box.getRootNode()).toHaveProperty('activeElement', box)
    remove()
  })

  test('moves the focus to the heading when the used control no longer exists', async () => {
    const { request, page, remove } = await shown(found({ filters: { topic: topic(3, true) } }))
    const chip = page.getByRole('link', { name: 'Remove Topic: Homes' })
    chip.focus()
    fireEvent.click(chip)
    const { answer } = await request('embedded', 2)
    answer({ search: found() })
    const heading = page.getByRole('heading', { name: /result/ })
    await waitFor(() => expect(heading.getRootNode()).toHaveProperty('activeElement', heading))
    remove()
  })

  test('does not mix what was requested for the page before into another page', async () => {
    const { request, page, remove } = await shown(found({ isPartial: true }))
    const rest = await request('rest')
    fireEvent.click(page.getByText('Homes').closest('a')!)
    const { answer } = await request('embedded', 2)
    answer({ search: found({ filters: { topic: topic(1, true) } }) })
    await waitFor(() => expect(page.getByRole('link', { name: 'Remove Topic: Homes' })).toBeVisible())
    rest.answer({ items: { topic: [{ key: 'homes', title: 'Homes', isSelected: false, count: 99 }] } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(page.queryByText('99')).toBeNull()
    remove()
  })
})

import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Suggestion } from '../domain/search-state.ts'
import { anEmbedContext, prepareEmbeds, SITE } from '../testing/an-embed-context.ts'
import { show } from './box.ts'

const DAYS = { title: 'Bin days', path: '/bin-days' }
const MISSED = { title: 'Missed bins', path: '/missed' }

/** Requests of the box by their terms; each is answered by the test, or ends with its signal. */
function answers() {
  const asked = new Map<string, (pages: readonly Suggestion[]) => void>()
  globalThis.fetch = jest.fn<typeof fetch>(
    (address, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        const term = new URL(String(address)).searchParams.get('term') ?? ''
        asked.set(term, (pages) => resolve({ ok: true, json: async () => pages } as unknown as Response))
      }),
  )
  return async (term: string, pages: readonly Suggestion[]) => {
    await waitFor(() => expect([...asked.keys()]).toContain(term))
    asked.get(term)?.(pages)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function shown(page = document) {
  const answer = answers()
  const { context, emitted } = anEmbedContext(page)
  await show(context, { language: 'en-GB' })
  const input = context.root.querySelector('input')!
  const rows = () => [...context.root.querySelectorAll('[role="option"]')]
  return {
    answer,
    emitted,
    input,
    press: (title: string) => userEvent.click(rows().find(({ textContent }) => textContent === title)!),
    titles: () => rows().map(({ textContent }) => textContent),
    active: () => rows().find((row) => row.id === input.getAttribute('aria-activedescendant'))?.textContent,
    isOpen: () => input.getAttribute('aria-expanded') === 'true',
  }
}

beforeAll(() => prepareEmbeds())
afterEach(() => document.body.replaceChildren())

describe('a search box on a page of another site', () => {
  test('suggests pages, and Enter goes to the active one', async () => {
    const { input, answer, titles, active, isOpen, emitted } = await shown()
    await userEvent.type(input, 'bin')
    await answer('bin', [DAYS, MISSED])
    expect(titles()).toEqual(['Bin days', 'Missed bins'])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toBe('Missed bins')
    await userEvent.keyboard('{Enter}')
    expect(emitted).toEqual([
      ['result', { url: `${SITE}/missed` }],
      ['redirect', { url: `${SITE}/missed` }],
    ])
    expect(isOpen()).toBe(false)
  })

  test.each([
    ['/search/', 'news', '/search/news'],
    ['/cy/search//', undefined, '/cy/search'],
    ['/', 'news', '/news'],
  ])('sends the form to the page %j with facet %j at %s', async (page, config, path) => {
    const { context } = anEmbedContext()
    await show(context, { page, config })
    expect(context.root.querySelector('form')?.action).toBe(`${SITE}${path}`)
  })

  test.each([
    ['en', '/search'],
    ['EN-GB', '/search'],
    ['fr', '/search'],
    ['cy-GB', '/cy/search'],
  ])('in the language %j has the words of the page that it leads to: %s', async (language, path) => {
    const { context } = anEmbedContext()
    await show(context, { language })
    expect(context.root.querySelector('form')?.action).toBe(`${SITE}${path}`)
    const { lang } = context.root.querySelector<HTMLElement>('.embed')!
    expect(lang).toBe(path === '/search' ? 'en-GB' : 'cy')
  })

  test('closes its suggestions when one is pressed, and when Enter sends the form', async () => {
    const { input, answer, press, isOpen, emitted } = await shown()
    await userEvent.type(input, 'bin')
    await answer('bin', [DAYS])
    await press('Bin days')
    expect([isOpen(), emitted.length]).toEqual([false, 2])
    await userEvent.click(input)
    expect(isOpen()).toBe(true)
    input.form!.addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect([isOpen(), emitted.at(-1)?.[0]]).toEqual([false, 'performed'])
  })

  test('scrolls to the active suggestion, and has none while the cursor is moved in the text', async () => {
    const scrolled = jest.fn()
    Element.prototype.scrollIntoView = scrolled
    const { input, answer, active, isOpen, emitted } = await shown()
    await userEvent.type(input, 'bin')
    await answer('bin', [DAYS, MISSED])
    await userEvent.keyboard('{ArrowUp}')
    expect(scrolled.mock.contexts.at(-1)).toHaveTextContent('Missed bins')
    await userEvent.keyboard('{ArrowLeft}')
    expect([active(), isOpen()]).toEqual([undefined, true])
    input.form!.addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect(emitted.map(([name]) => name)).toEqual(['performed'])
  })

  test('keeps the active suggestion when the list changes, at whatever position it is then', async () => {
    const { input, answer, active, emitted } = await shown()
    await userEvent.type(input, 'bin')
    await answer('bin', [DAYS, MISSED])
    await userEvent.type(input, 's')
    await userEvent.keyboard('{ArrowDown}')
    await answer('bins', [MISSED, DAYS])
    expect(active()).toBe('Bin days')
    await userEvent.keyboard('{Enter}')
    expect(emitted[0]).toEqual(['result', { url: `${SITE}/bin-days` }])
  })

  test('goes to no suggestion when the active one is not among those that come', async () => {
    const { input, answer, active, emitted } = await shown()
    await userEvent.type(input, 'bin')
    await answer('bin', [DAYS])
    await userEvent.type(input, 's')
    await userEvent.keyboard('{ArrowDown}')
    await answer('bins', [MISSED])
    expect(active()).toBeUndefined()
    input.form!.addEventListener('submit', (event) => event.preventDefault())
    await userEvent.keyboard('{Enter}')
    expect(emitted.map(([name]) => name)).toEqual(['performed'])
  })

  test('keeps its suggestions when a request is replaced by that for a longer text', async () => {
    const { input, answer, titles, isOpen } = await shown()
    await userEvent.type(input, 'bi')
    await answer('bi', [DAYS, MISSED])
    await userEvent.type(input, 'n')
    await userEvent.type(input, 's')
    await new Promise((resolve) => setTimeout(resolve))
    await userEvent.keyboard('{ArrowDown}')
    expect([isOpen(), titles()]).toEqual([true, ['Bin days', 'Missed bins']])
  })

  test('searches in the whole window where its page is in a frame', async () => {
    const opened = jest.fn<typeof open>(() => window)
    window.open = opened
    const page = document.body.appendChild(document.createElement('iframe')).contentDocument!
    prepareEmbeds(page)
    const { input, emitted } = await shown(page)
    input.value = 'bin days'
    input.form!.requestSubmit()
    expect(opened.mock.calls).toEqual([[`${SITE}/search?term=bin+days`, '_top']])
    expect(emitted).toEqual([['performed', { config: null }]])
  })

  test('draws nothing once it was removed while its messages were loading', async () => {
    const { context, removal } = anEmbedContext()
    const showing = show(context, { language: 'cy' })
    removal.abort()
    await expect(showing).rejects.toThrow()
    expect(context.root.childElementCount).toBe(0)
  })
})

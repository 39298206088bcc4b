import { jest } from '@jest/globals'
import { anEmbedContext, SITE } from '../testing/an-embed-context.ts'
import { followLinks } from './follow-links.ts'

/** A search with a marker of a map and the card that it leads to, in a document. */
function shown(page = document) {
  const { root } = anEmbedContext(page).context
  root.innerHTML = `<div>
    <svg><a href="#card-5"><circle r="5" /></a><a href="#card-9"><rect /></a></svg>
    <ol><li id="card-5">Library</li></ol>
    <a href="${SITE}/search?topic=homes" data-focus-key="homes">Homes</a><a href="https://[">Broken</a>
    <form action="${SITE}/search"><input name="term" value="bins"><input name="topic"></form>
  </div>`
  const went: string[] = []
  followLinks({
    root,
    box: root.querySelector('div')!,
    status: page.createElement('p'),
    nav: {
      page: `${SITE}/search`,
      here: () => `${SITE}/search`,
      owns: ({ pathname }) => pathname === '/search',
      start: async () => '',
      go: async ({ href }) => (went.push(href), null),
    },
    signal: new AbortController().signal,
  })
  /** Clicks an element; tells whether the browser would follow its link. */
  const press = (selector: string) =>
    root
      .querySelector(selector)!
      .dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }))
  return { root, went, press }
}

const errors = jest.fn<(event: Event) => void>()
beforeAll(() => window.addEventListener('error', errors))
afterAll(() => window.removeEventListener('error', errors))
afterEach(() => {
  document.body.replaceChildren()
  expect(errors).not.toHaveBeenCalled()
})

describe('a marker of the map in an embedded search (docs/decisions/0075: the host’s address is never changed)', () => {
  test('scrolls to the card of its result, where the tab order then continues', () => {
    const scrolled = jest.fn()
    Element.prototype.scrollIntoView = scrolled
    const { root, went, press } = shown()
    expect(press('circle')).toBe(false)
    expect(scrolled.mock.contexts).toEqual([root.getElementById('card-5')])
    expect(root.activeElement).toBe(root.getElementById('card-5'))
    expect(went).toEqual([])
  })

  test('does nothing where its card is not on the page', () => {
    expect(shown().press('rect')).toBe(false)
  })
})

test('links that are no addresses are left to the browser', () => {
  const { press, went } = shown()
  expect([press('[href^="https://["]'), went]).toEqual([true, []])
})

test.each([
  ['the document of the script', () => document],
  ['that of a frame', () => document.body.appendChild(document.createElement('iframe')).contentDocument!],
])('links and forms of the search are followed in place in %s', (_name, page) => {
  const { root, press, went } = shown(page())
  expect(press('[data-focus-key]')).toBe(false)
  const sent = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  expect(root.querySelector('form')!.dispatchEvent(sent)).toBe(false)
  expect(went).toEqual([`${SITE}/search?topic=homes`, `${SITE}/search?term=bins`])
})

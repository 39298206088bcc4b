import { jest } from '@jest/globals'
import { leave, leaveFrame, leaveFrameByLinks } from './leave-frame.ts'

const PAGE = 'https://site.example/bins'
const opened = jest.fn<typeof open>()

/** Clicks a link of an embed in a document; tells whether the browser would follow it. */
function press(page: Document, attributes: string, init: MouseEventInit = {}): boolean {
  const root = page.body.appendChild(page.createElement('div')).attachShadow({ mode: 'open' })
  root.innerHTML = `<a ${attributes}><b>Bins</b></a>`
  leaveFrameByLinks(root, new AbortController().signal)
  let isFollowed = false
  const listen = (event: Event) => {
    isFollowed = !event.defaultPrevented
    event.preventDefault()
  }
  page.addEventListener('click', listen, { once: true })
  const click = { bubbles: true, composed: true, cancelable: true, ...init }
  root.querySelector('b')!.dispatchEvent(new MouseEvent('click', click))
  return isFollowed
}
const framed = (): Document => document.body.appendChild(document.createElement('iframe')).contentDocument!

beforeEach(() => {
  opened.mockReset().mockReturnValue(window)
  window.open = opened
})
afterEach(() => document.body.replaceChildren())

describe('an embed in a frame of the host (docs/decisions/0075)', () => {
  it('opens the links that it does not follow itself in the whole window', () => {
    expect(press(framed(), `href="${PAGE}"`)).toBe(false)
    expect(opened.mock.calls).toEqual([[PAGE, '_top']])
  })

  it.each([
    ['a new tab', `href="${PAGE}"`, { ctrlKey: true }],
    ['the window that it names', `href="${PAGE}" target="_blank"`, {}],
    ['a place of the embed', 'href="#card-5"', {}],
    ['another program', 'href="mailto:a@site.example"', {}],
  ])('leaves a link to the browser that leads to %s', (_name, attributes, init) => {
    expect(press(framed(), attributes, init)).toBe(true)
    expect(opened).not.toHaveBeenCalled()
  })

  it('goes to a page of the site, unless its host prevents that', () => {
    const emit = jest.fn(() => false)
    leave({ emit }, PAGE)
    expect(emit.mock.calls).toEqual([['redirect', { url: PAGE }, true]])
    expect(opened).not.toHaveBeenCalled()
    emit.mockReturnValue(true)
    leave({ emit }, PAGE)
    expect(opened.mock.calls).toEqual([[PAGE, '_top']])
  })

  it('opens a new window where its sandbox keeps it from the whole one', () => {
    opened.mockReturnValueOnce(null)
    leaveFrame(PAGE)
    opened.mockImplementationOnce(() => {
      throw new Error('SecurityError')
    })
    leaveFrame(PAGE)
    const both = [
      [PAGE, '_top'],
      [PAGE, '_blank', 'noopener'],
    ]
    expect(opened.mock.calls).toEqual([...both, ...both])
  })
})

test('an embed in a page leaves its links to the browser', () => {
  expect(press(document, `href="${PAGE}"`)).toBe(true)
  expect(opened).not.toHaveBeenCalled()
})

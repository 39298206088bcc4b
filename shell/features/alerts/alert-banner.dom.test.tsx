import { jest } from '@jest/globals'
import { messagesFor } from '../../messages/index.ts'
import { renderAlerts } from './alert-banner.ts'

const KEY = 'tessera-alerts'
const anAlert = (key: string, until = Infinity) =>
  ({ key, level: 'info', title: `Alert ${key}`, text: null, link: null, until }) as const

/** Inserts alerts as an HTML parser does: each script runs as soon as it is reached, before the elements after it exist. */
function show(...alerts: readonly ReturnType<typeof anAlert>[]): void {
  document.body.innerHTML = '<main id="main" tabindex="-1"></main>'
  const markup = renderAlerts(alerts, messagesFor('en-GB', 'en-GB')).join('')
  const parsed = new DOMParser().parseFromString(markup, 'text/html')
  for (const section of [...parsed.querySelectorAll('section')].toReversed()) {
    const own = document.importNode(section, false)
    document.body.prepend(own)
    for (const child of [...section.children]) {
      const copy = document.createElement(child.tagName)
      copy.innerHTML = child.innerHTML
      own.append(copy)
    }
    // The script ran when the loop appended it.
    own.querySelector('script')?.remove()
  }
}
const hidden = (): readonly boolean[] =>
  [...document.querySelectorAll<HTMLElement>('[data-alert]')].map((alert) => alert.hidden === true)
const hide = (index: number): void => document.querySelectorAll('button')[index]?.click()

describe('the script of an alert', () => {
  beforeEach(() => localStorage.clear())

  it('remembers what was put away, by entry and version, and shows it no more', () => {
    show(anAlert('a@1'), anAlert('b@1'))
    hide(0)
    expect(hidden()).toEqual([true, false])
    expect(localStorage.getItem(KEY)).toBe('a@1')
    show(anAlert('a@1'), anAlert('b@1'))
    expect(hidden()).toEqual([true, false])
    show(anAlert('a@2'))
    expect(hidden()).toEqual([false])
  })

  it('remembers no more than the last twenty', () => {
    localStorage.setItem(KEY, Array.from({ length: 20 }, (_, at) => `old${at}@1`).join(' '))
    show(anAlert('new@1'))
    hide(0)
    expect(localStorage.getItem(KEY)?.split(' ')).toHaveLength(20)
    expect(localStorage.getItem(KEY)).toMatch(/^new@1 old0@1 /)
  })

  it('moves the focus to the next alert, and after the last to the content', () => {
    show(anAlert('a@1'), anAlert('b@1'))
    hide(0)
    expect(document.activeElement?.textContent).toBe('Hide Alert b@1')
    hide(1)
    expect(document.activeElement?.id).toBe('main')
  })

  it('shows nothing that is over', () => {
    show(anAlert('a@1', Date.now() - 1), anAlert('b@1', Date.now() + 60_000))
    expect(hidden()).toEqual([true, false])
  })

  it('puts away for the page where nothing can be kept', () => {
    const spies = (['getItem', 'setItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('Storage is switched off', 'SecurityError')
      }),
    )
    show(anAlert('a@1'))
    expect(hidden()).toEqual([false])
    hide(0)
    expect(hidden()).toEqual([true])
    for (const spy of spies) spy.mockRestore()
  })
})

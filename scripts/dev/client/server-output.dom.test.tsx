import { createRoot } from 'react-dom/client'
import { oneAtATime, showServerOutput } from './server-output.client.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const slots = (main: string, form: string) =>
  `<div data-slot="main">${main}<div data-slot="form-1">${form}</div></div>`

/** The server's answers, by path. */
const answers = new Map<string, string>()

/** Replaces XMLHttpRequest, because jsdom would use the network. */
class FakeRequest {
  onload = (): void => undefined
  responseType = ''
  responseXML: Document | null = null
  #path = ''
  open(_method: string, address: string): void {
    this.#path = new URL(address).pathname
  }
  send(): void {
    queueMicrotask(() => {
      this.responseXML = new DOMParser().parseFromString(answers.get(this.#path) ?? '', 'text/html')
      this.onload()
    })
  }
}

const text = (slotId: string) => document.querySelector(`[data-slot="${slotId}"]`)?.textContent

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  globalThis.CSS = { escape: (name: string) => name } as unknown as typeof CSS // jsdom has none
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest
  answers.clear()
  history.replaceState(null, '', '/here')
  document.body.innerHTML = slots('old ', 'old form')
})

describe('what the server now says of a page', () => {
  it('is shown in every slot that is as the server made it', async () => {
    answers.set('/here', slots('new ', 'new form'))
    await showServerOutput(document)
    expect([text('main'), text('form-1')]).toEqual(['new new form', 'new form'])
  })

  it('leaves a slot alone from the moment at which React takes it', async () => {
    const form = document.querySelector('[data-slot="form-1"]')!
    createRoot(form)
    answers.set('/here', slots('new ', 'new form'))
    await showServerOutput(document)
    expect([text('main'), document.querySelector('[data-slot="form-1"]')]).toEqual(['new old form', form])
  })

  it('takes a slot again that React has given back', async () => {
    const root = createRoot(document.querySelector('[data-slot="form-1"]')!)
    root.unmount()
    answers.set('/here', slots('old ', 'new form'))
    await showServerOutput(document)
    expect(text('form-1')).toBe('new form')
  })

  it('is asked for again when the visitor has gone on meanwhile', async () => {
    const shown = showServerOutput(document)
    history.replaceState(null, '', '/there')
    answers.set('/here', slots('of the page before ', 'its form'))
    answers.set('/there', slots('there ', 'its own form'))
    await shown
    expect(text('main')).toBe('there its own form')
  })

  it('is asked for once more after an answer that may be older than the last change, and never twice at a time', async () => {
    const answers: (() => void)[] = []
    const show = oneAtATime(() => new Promise<void>((resolve) => answers.push(resolve)))
    show()
    show()
    show()
    expect(answers).toHaveLength(1)
    answers[0]!()
    await Promise.resolve()
    expect(answers).toHaveLength(2)
    answers[1]!()
    await Promise.resolve()
    expect(answers).toHaveLength(2)
    show()
    expect(answers).toHaveLength(3)
  })
})

import { jest } from '@jest/globals'
import { embedBesideScripts } from './embed-beside-scripts.ts'
import { mountEmbed, type EmbedCode, type EmbedContext } from './mount-embed.ts'

/** Reports every element as visible at once, since jsdom has no layout. */
class Seen {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
}

const SITE = 'https://site.example'
const elsewhere = { unavailable: 'Only there', onSite: 'Go to the site' }
const words = { unavailable: 'Not here', onSite: 'Go to the site' }

function mount(code: EmbedCode<{ readonly id: string }>) {
  document.body.innerHTML = '<div id="host"></div>'
  const element = document.getElementById('host')!
  const errors: unknown[] = []
  element.addEventListener('form:error', (event) => errors.push((event as CustomEvent).detail))
  const rules = {
    site: SITE,
    kind: 'form',
    load: async () => code,
    messagesFor: (_options: object, code: string) => (code === 'forms/not-embeddable' ? elsewhere : words),
  }
  const mounted = mountEmbed(element, { id: '1' }, rules)
  return { ...mounted, root: element.shadowRoot!, errors }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeAll(() => Object.assign(globalThis, { IntersectionObserver: Seen }))

describe('an embed that cannot go on', () => {
  const mounted: { of?: EmbedContext } = {}
  const shows: EmbedCode<object> = async (given) => {
    mounted.of = given
    given.root.replaceChildren(document.createElement('form'))
    return removed
  }
  const removed = jest.fn()

  it('removes what it shows, and shows a message with a link to the site', async () => {
    const { root, errors } = mount(shows)
    await settled()
    expect(root.querySelector('form')).not.toBeNull()
    mounted.of?.fail('forms/unexpected')
    expect([removed.mock.calls.length, mounted.of?.signal.aborted]).toEqual([1, true])
    expect(root.querySelector('form')).toBeNull()
    expect(root.querySelector('[role=status]')?.textContent).toBe('Not here')
    const link = root.querySelector<HTMLAnchorElement>('slot a')
    expect([link?.getAttribute('href'), link?.target]).toEqual([SITE, '_top'])
    expect(errors).toEqual([{ code: 'forms/unexpected' }])
  })

  it('says the same where it cannot even begin, and nothing once it is gone', async () => {
    const failing = () => Promise.reject(Object.assign(new Error(), { code: 'forms/no-answer' }))
    const { root, errors } = mount(failing)
    await settled()
    expect(root.querySelector('[role=status]')?.textContent).toBe('Not here')
    expect(errors).toEqual([{ code: 'forms/no-answer' }])
    const other = mount(failing)
    other.unmount()
    await settled()
    expect([other.root.querySelector('[role=status]'), other.errors]).toEqual([null, []])
  })

  it('says in words of its own what can be had on the site alone', async () => {
    const { root } = mount(() => Promise.reject(Object.assign(new Error(), { code: 'forms/not-embeddable' })))
    await settled()
    expect(root.querySelector('[role=status]')?.textContent).toBe('Only there')
  })
})

describe('a script tag that says in its own attributes what is shown', () => {
  const rules = { site: SITE, script: 'forms.js', marker: 'form-id', attributes: ['form-id', 'language'] }
  const addScripts = (...tags: readonly string[]) => {
    document.body.innerHTML = tags.map((tag) => `<script type="x" ${tag}></script>`).join('')
    embedBesideScripts(document, 'tessera-form', rules)
    embedBesideScripts(document, 'tessera-form', rules)
    return [...document.querySelectorAll('tessera-form')].map((one) => one.outerHTML)
  }

  it('has the element below it, once, with what it says', () => {
    expect(
      addScripts(`src="${SITE}/embed/forms.js" data-form-id="1001" data-language="cy" data-other="x"`),
    ).toEqual(['<tessera-form form-id="1001" language="cy"></tessera-form>'])
  })

  it('is left alone where it says nothing, or is another script', () => {
    const of = (address: string) => `src="${address}" data-form-id="1"`
    expect(
      addScripts(
        `src="${SITE}/embed/forms.js"`,
        of(`${SITE}/other.js`),
        of('https://other.example/embed/forms.js'),
        of(`${SITE}/embed/search.js`),
      ),
    ).toEqual([])
  })
})

import { jest } from '@jest/globals'
import { mountRootParcel, type ParcelConfig } from 'single-spa'
import { mountEmbed, type EmbedCode } from './mount-embed.ts'
import { parcelOf } from './parcel.ts'

interface Options {
  readonly formId: string
  readonly language?: string
  readonly hidden?: Readonly<Record<string, string>>
}

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

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A mounted parcel whose embed shows an input, with the languages in which it has been shown. */
async function aParcel(own: Partial<Options> = {}) {
  const domElement = document.body.appendChild(document.createElement('div'))
  const languages: unknown[] = []
  const removed = jest.fn()
  const code: EmbedCode<Options> = async ({ root }, { language }) => {
    languages.push(language)
    root.replaceChildren(document.createElement('input'))
    return removed
  }
  const messages = { unavailable: 'Not here', onSite: 'Go to the site' }
  const rules = {
    site: 'https://site.example',
    kind: 'form',
    load: async () => code,
    messagesFor: () => messages,
  }
  const config = parcelOf<Options>((element, options) => mountEmbed(element, options, rules))
  const given = { formId: '1', language: 'en-GB', ...own }
  const parcel = mountRootParcel(config as ParcelConfig, { domElement, ...given })
  await parcel.mountPromise
  await settled()
  return {
    parcel,
    domElement,
    given,
    languages,
    removed,
    input: () => domElement.shadowRoot!.querySelector('input'),
  }
}

beforeAll(() => Object.assign(globalThis, { IntersectionObserver: Seen }))

describe('an embed as a single-spa parcel', () => {
  it('keeps what the visitor has typed when the page around it updates it without a change', async () => {
    const { parcel, domElement, given, languages, input } = await aParcel({ hidden: { Ward: 'Weirside' } })
    const before = input()!
    before.value = 'Ann'
    await parcel.update?.({ ...given, hidden: { Ward: 'Weirside' } })
    await parcel.update?.({ ...given, domElement })
    await settled()
    expect([input(), input()?.value, languages]).toEqual([before, 'Ann', ['en-GB']])
  })

  it('is updated and unmounted although single-spa forgets its element with an update', async () => {
    const { parcel, languages, removed, input } = await aParcel()
    await parcel.update?.({ language: 'cy' })
    await settled()
    expect(languages).toEqual(['en-GB', 'cy'])
    removed.mockClear()
    await parcel.unmount()
    expect(removed).toHaveBeenCalledTimes(1)
    expect(input()).toBeNull()
  })

  it('is distinct from another embed of the same form', async () => {
    const [one, other] = [await aParcel(), await aParcel()]
    await one.parcel.update?.({ language: 'cy' })
    await one.parcel.unmount()
    expect([one.input(), other.input()?.isConnected]).toEqual([null, true])
  })
})

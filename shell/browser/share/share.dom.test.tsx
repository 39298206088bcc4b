import { share } from './share.client.ts'

const ADDRESS = 'https://www.larkmoor.example/news/a'

/** Press the button in a browser with these functions; gives the result. */
async function press(offers: object) {
  const kept = Object.fromEntries(
    ['share', 'clipboard'].map((name) => [name, Object.getOwnPropertyDescriptor(navigator, name)]),
  )
  for (const name of ['share', 'clipboard'])
    Object.defineProperty(navigator, name, {
      value: (offers as Record<string, unknown>)[name],
      configurable: true,
    })
  document.body.innerHTML = `<p><button data-share="${ADDRESS}" data-copied="Link copied"></button><span role="status"></span></p>`
  await share(document.querySelector('button') as HTMLElement)
  for (const [name, descriptor] of Object.entries(kept))
    if (descriptor) Object.defineProperty(navigator, name, descriptor)
    else Reflect.deleteProperty(navigator, name)
  return document.querySelector('[role="status"]')?.textContent
}

describe('sharing a page', () => {
  it('opens the share dialog of the device', async () => {
    const shared: unknown[] = []
    const said = await press({ share: async (what: object) => void shared.push(what) })
    expect(shared).toEqual([{ title: document.title, url: ADDRESS }])
    expect(said).toBe('')
  })

  it('copies the address where the browser cannot share, and confirms that', async () => {
    const copied: string[] = []
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    expect(await press({ clipboard })).toBe('Link copied')
    expect(copied).toEqual([ADDRESS])
  })

  it('does no harm where the visitor changes their mind, or the browser can do neither', async () => {
    expect(await press({ share: () => Promise.reject(new DOMException('', 'AbortError')) })).toBe('')
    expect(await press({})).toBe('')
  })
})

import { jest } from '@jest/globals'
import type { BrowserRemote, PageSlot, RemoteName } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { setMountMaxTime } from 'single-spa'
import { createMainRegion } from './main-region.client.ts'
import { createNestedSlots } from './nested-slots.client.ts'
import { mountPoint, slotFailed } from './slot-mount.client.ts'

const surroundings = { store: createStore(), bus: createBus() }
const aSlot = (id: string, remote: RemoteName, view = 'page'): PageSlot => ({
  id,
  remote,
  view,
  hydrate: 'never',
  props: {},
})

interface Given {
  readonly bootstrap?: () => Promise<unknown>
  readonly mount?: () => Promise<unknown>
  readonly unmount?: () => Promise<unknown>
}

/** A remote that writes its view into its element, and a log of its lifecycles. */
function aRemote(name: string, given: Given = {}) {
  const log: string[] = []
  const remote = {
    manifest: { name, contract: '^1.0.0' },
    lifecycles: (element: HTMLElement) => ({
      bootstrap: () => given.bootstrap?.() ?? Promise.resolve(),
      mount: async (props: { readonly view: string }) => {
        log.push(`mount ${props.view}`)
        await given.mount?.()
        element.textContent = `${name} ${props.view}`
      },
      unmount: async () => {
        log.push('unmount')
        await given.unmount?.()
        element.textContent = ''
      },
    }),
  } as unknown as BrowserRemote
  return { remote, log }
}

const anElement = (html = '') => {
  const element = document.body.appendChild(document.createElement('div'))
  element.innerHTML = html
  return element
}

const never = () => new Promise<never>(() => undefined)

beforeEach(() => {
  document.body.replaceChildren()
  jest.spyOn(console, 'warn').mockImplementation(() => undefined)
})

describe('the regions of a page (design 2, single-spa)', () => {
  // single-spa keeps one list of applications for the document, so one region serves all of these.
  const region = createMainRegion(surroundings)

  it('shows one page after the other, of one remote and of several, each in lifecycles of its own', async () => {
    const element = anElement()
    const content = aRemote('mfe-content')
    const search = aRemote('mfe-search')
    await region.show(aSlot('main', 'mfe-content', 'home'), element, content.remote)
    expect(element.textContent).toBe('mfe-content home')
    await region.clear(element)
    await region.show(aSlot('main', 'mfe-content', 'article'), element, content.remote)
    expect(element.textContent).toBe('mfe-content article')
    await region.clear(element)
    await region.show(aSlot('main', 'mfe-search', 'results'), element, search.remote)
    expect(element.textContent).toBe('mfe-search results')
    await region.clear(element)
    expect(element.childNodes).toHaveLength(0)
    expect(content.log).toEqual(['mount home', 'unmount', 'mount article', 'unmount'])
  })

  it('empties a region whose page no remote has brought to life', async () => {
    const element = anElement('<h1>As the server made it</h1>')
    await region.clear(element)
    expect(element.childNodes).toHaveLength(0)
  })

  it('says when a remote cannot be mounted, and lets it try again on a later page', async () => {
    const element = anElement()
    const broken = aRemote('mfe-account', { mount: () => Promise.reject(new Error('no such view')) })
    await expect(region.show(aSlot('main', 'mfe-account'), element, broken.remote)).rejects.toMatchObject({
      code: 'client/mount-failed',
      details: { remote: 'mfe-account' },
    })
    await region.clear(element)
    await region.show(aSlot('main', 'mfe-account', 'login'), element, aRemote('mfe-account').remote)
    expect(element.textContent).toBe('mfe-account login')
    await region.clear(element)
  })

  it('gives up a remote that never finishes mounting', async () => {
    setMountMaxTime(30, true, 30)
    const element = anElement()
    const hanging = aRemote('mfe-devinfo', { mount: never })
    await expect(region.show(aSlot('main', 'mfe-devinfo'), element, hanging.remote)).rejects.toMatchObject({
      code: 'client/mount-failed',
    })
    setMountMaxTime(3_000, true, 3_000)
    await region.clear(element)
  })
})

describe('slots inside a page', () => {
  it('mounts each slot once, and takes it off', async () => {
    const nested = createNestedSlots(surroundings)
    const form = aRemote('mfe-forms')
    const element = anElement()
    await nested.mount(aSlot('form-1', 'mfe-forms', 'form'), element, form.remote)
    await nested.mount(aSlot('form-1', 'mfe-forms', 'form'), element, form.remote)
    expect(form.log).toEqual(['mount form'])
    await nested.unmount(['form-1', 'never-mounted'])
    expect(element.textContent).toBe('')
    await nested.mount(aSlot('form-1', 'mfe-forms', 'form'), element, form.remote)
    expect(element.textContent).toBe('mfe-forms form')
  })

  it('tells of a slot that cannot be bootstrapped, and takes off one that refuses to go', async () => {
    const nested = createNestedSlots(surroundings)
    const broken = aRemote('mfe-forms', { bootstrap: () => Promise.reject(new Error('no form')) })
    await expect(nested.mount(aSlot('form-1', 'mfe-forms'), anElement(), broken.remote)).rejects.toThrow(
      'no form',
    )
    const clinging = aRemote('mfe-forms', { unmount: () => Promise.reject(new Error('no')) })
    await nested.mount(aSlot('form-2', 'mfe-forms'), anElement(), clinging.remote)
    await expect(nested.unmount(['form-2'])).resolves.toBeUndefined()
  })
})

describe('mountPoint', () => {
  it("is the element itself when it holds the server's markup", () => {
    const element = anElement('<form></form>')
    expect(mountPoint(element)).toBe(element)
  })

  it('is an element inside one that another root has made', () => {
    const element = anElement()
    expect(mountPoint(element).parentElement).toBe(element)
  })

  it("never takes the server's word of a failure for the slot's markup", () => {
    const element = anElement('<p class="f-missing">Not available</p>')
    expect(mountPoint(element).parentElement).toBe(element)
    expect(element.textContent).toBe('')
  })
})

describe('slotFailed (design 8: a broken remote costs its slot only)', () => {
  const slot = aSlot('form-1', 'mfe-forms')

  it("leaves the server's markup, and tells the bus", () => {
    const heard: unknown[] = []
    const off = surroundings.bus.on('remote.failed', (event) => heard.push(event))
    const element = anElement('<input>')
    slotFailed(slot, element, new Error('unreachable'), surroundings)
    expect(element.innerHTML).toBe('<input>')
    expect(heard).toEqual([
      { remote: 'mfe-forms', slotId: 'form-1', error: { code: 'app/unexpected', message: 'unreachable' } },
    ])
    off()
  })

  it('says so in the language of the page where there is nothing else', () => {
    document.documentElement.lang = 'cy'
    const element = anElement('<div></div>')
    slotFailed(slot, element, new Error('unreachable'), surroundings)
    expect(element.querySelector('.f-missing')?.textContent).toMatch(/Nid yw’r rhan hon/)
    document.documentElement.lang = 'en-GB'
  })
})

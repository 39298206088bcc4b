import { jest } from '@jest/globals'
import type { BrowserRemote, Bus, PageSlot, RemoteName, SlotProps } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { createBus, createStore } from '@tessera/shared/store'
import { setMountMaxTime } from 'single-spa'
import { messagesFor } from '../messages/index.ts'
import { createSlots, mountPoint, slotFailed } from './slots.client.ts'

const store = createStore()
store.adopt({ page: { slots: [] } as never })
const context = {
  store,
  bus: createBus(),
  fallbackText: () => messagesFor('cy', 'en-GB').slotMissing,
}
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

/** A remote that writes its view into its element, with a log of its lifecycles. */
function aRemote(name: string, given: Given = {}) {
  const log: string[] = []
  const remote = {
    manifest: { name, contract: '^1.1.0' },
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

describe('the main region of a page (design 2, single-spa)', () => {
  const main = (remote: RemoteName, view?: string) => aSlot('main', remote, view)

  it('shows one page after the other, of one remote and of several, each in lifecycles of its own', async () => {
    const slots = createSlots(context)
    const element = anElement()
    const content = aRemote('mfe-content')
    const search = aRemote('mfe-search')
    await slots.mount(main('mfe-content', 'home'), element, content.remote)
    expect(element.textContent).toBe('mfe-content home')
    await slots.unmount(['main'])
    await slots.mount(main('mfe-content', 'article'), element, content.remote)
    expect(element.textContent).toBe('mfe-content article')
    await slots.unmount(['main'])
    await slots.mount(main('mfe-search', 'results'), element, search.remote)
    expect(element.textContent).toBe('mfe-search results')
    await slots.unmount(['main'])
    expect(element.childNodes).toHaveLength(0)
    expect(content.log).toEqual(['mount home', 'unmount', 'mount article', 'unmount'])
  })

  it("is its slot's own element, whatever stands in it", async () => {
    const element = anElement('<p class="f-outcome">As the server made it</p>')
    await createSlots(context).mount(main('mfe-content', 'home'), element, aRemote('mfe-content').remote)
    expect(element.innerHTML).toBe('mfe-content home')
  })

  it('has nothing to take off where no remote has hydrated it', async () => {
    const element = anElement('<h1>As the server made it</h1>')
    await createSlots(context).unmount(['main'])
    expect(element.innerHTML).toBe('<h1>As the server made it</h1>')
  })

  it('says when a remote cannot be mounted, and lets it try again on a later page', async () => {
    const slots = createSlots(context)
    const element = anElement()
    const broken = aRemote('mfe-account', { mount: () => Promise.reject(new Error('no such view')) })
    await expect(slots.mount(main('mfe-account'), element, broken.remote)).rejects.toMatchObject({
      code: 'client/mount-failed',
      message: expect.stringContaining('no such view'),
      details: { remote: 'mfe-account' },
    })
    await slots.unmount(['main'])
    await slots.mount(main('mfe-account', 'login'), element, aRemote('mfe-account').remote)
    expect(element.textContent).toBe('mfe-account login')
  })

  it('gives up a remote that never finishes mounting', async () => {
    const slots = createSlots(context)
    setMountMaxTime(30, true, 30)
    const hanging = aRemote('mfe-devinfo', { mount: never })
    await expect(slots.mount(main('mfe-devinfo'), anElement(), hanging.remote)).rejects.toMatchObject({
      code: 'client/mount-failed',
    })
    setMountMaxTime(3_000, true, 3_000)
  })
})

describe('slots inside a page', () => {
  it('passes to a slot the messages that came with its remote, and the message for its failure', async () => {
    const given: object[] = []
    const remote = {
      ...aRemote('mfe-forms').remote,
      messages: { submit: 'Cyflwyno' },
      lifecycles: () => ({
        bootstrap: () => Promise.resolve(),
        mount: async (props: object) => void given.push(props),
        unmount: () => Promise.resolve(),
      }),
    }
    await createSlots(context).mount(aSlot('form-9', 'mfe-forms', 'form'), anElement(), remote)
    expect(given).toMatchObject([
      { messages: { submit: 'Cyflwyno' }, fallbackText: expect.stringMatching(/^Nid yw’r rhan hon/) },
    ])
  })

  it('mounts each slot once, and takes it off', async () => {
    const slots = createSlots(context)
    const form = aRemote('mfe-forms')
    const element = anElement()
    await slots.mount(aSlot('form-1', 'mfe-forms', 'form'), element, form.remote)
    await slots.mount(aSlot('form-1', 'mfe-forms', 'form'), element, form.remote)
    expect(form.log).toEqual(['mount form'])
    await slots.unmount(['form-1', 'never-mounted'])
    expect(element.textContent).toBe('')
    await slots.mount(aSlot('form-1', 'mfe-forms', 'form'), element, form.remote)
    expect(element.textContent).toBe('mfe-forms form')
  })

  it('can be updated once it is drawn, and not while its markup is still being hydrated', async () => {
    const slots = createSlots(context)
    const { promise: drawn, resolve: draw } = Promise.withResolvers<null>()
    const list = aSlot('list', 'mfe-search')
    const { promise: begun, resolve: begin } = Promise.withResolvers<null>()
    const { remote } = aRemote('mfe-search', { mount: () => (begin(null), drawn) })
    const mounting = slots.mount(list, anElement('<ul></ul>'), remote)
    await begun
    expect(slots.canUpdate(list)).toBe(false)
    draw(null)
    await mounting
    expect(slots.canUpdate(list)).toBe(true)
  })

  it('cannot be updated after its component has thrown, until it is mounted again', async () => {
    const slots = createSlots(context)
    const list = aSlot('list', 'mfe-search')
    const Page = ({ props }: SlotProps) => {
      if (props.isBroken) throw new Error('broken component')
      return <p>Results</p>
    }
    const broken = { ...list, props: { isBroken: true } }
    const remote = { ...aRemote('mfe-search').remote, lifecycles: createLifecycles(Page) }
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
    await slots.mount(broken, anElement('<p>Page 1 from the server</p>'), remote)
    expect(document.body.textContent).toBe('Page 1 from the server')
    expect([slots.canUpdate(broken), slots.canUpdate(list)]).toEqual([false, false])
    await slots.unmount(['list'])
    await slots.mount(list, anElement(), remote)
    expect(slots.canUpdate(list)).toBe(true)
  })

  it('tells of a slot that cannot be bootstrapped, and takes off one that refuses to go', async () => {
    const slots = createSlots(context)
    const broken = aRemote('mfe-forms', { bootstrap: () => Promise.reject(new Error('no form')) })
    await expect(slots.mount(aSlot('form-1', 'mfe-forms'), anElement(), broken.remote)).rejects.toThrow(
      'no form',
    )
    const clinging = aRemote('mfe-forms', { unmount: () => Promise.reject(new Error('no')) })
    await slots.mount(aSlot('form-2', 'mfe-forms'), anElement(), clinging.remote)
    await expect(slots.unmount(['form-2'])).resolves.toBeUndefined()
  })

  it('waits for one that never unmounts only up to a limit, however often that is requested', async () => {
    const slots = createSlots(context, 20)
    await slots.mount(
      aSlot('form-3', 'mfe-forms'),
      anElement(),
      aRemote('mfe-forms', { unmount: never }).remote,
    )
    await expect(slots.unmount(['form-3'])).rejects.toMatchObject({ code: 'client/unmount-late' })
    await expect(slots.unmount(['form-3'])).rejects.toMatchObject({ code: 'client/unmount-late' })
  })

  it('tells of a listener that throws, with its remote, and goes on', async () => {
    const failures: unknown[] = []
    const heard: string[] = []
    const off = context.bus.on('remote.failed', (event) => failures.push(event))
    const listening = {
      ...aRemote('mfe-forms').remote,
      lifecycles: () => ({
        bootstrap: () => Promise.resolve(),
        mount: async ({ bus }: { readonly bus: Bus }) => {
          bus.on('session.changed', () => {
            throw new Error('listener broke')
          })
          bus.on('session.changed', () => heard.push('next'))
        },
        unmount: () => Promise.resolve(),
      }),
    } as unknown as BrowserRemote
    await createSlots(context).mount(aSlot('form-4', 'mfe-forms'), anElement(), listening)
    context.bus.emit('session.changed', { isAuthenticated: false })
    off()
    expect(heard).toEqual(['next'])
    expect(failures).toMatchObject([
      {
        remote: 'mfe-forms',
        slotId: 'form-4',
        error: { code: 'client/listener-failed', message: 'session.changed: listener broke' },
      },
    ])
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
    const off = context.bus.on('remote.failed', (event) => heard.push(event))
    const element = anElement('<input>')
    slotFailed(slot, element, new Error('unreachable'), context)
    expect(element.innerHTML).toBe('<input>')
    expect(heard).toEqual([
      { remote: 'mfe-forms', slotId: 'form-1', error: { code: 'app/unexpected', message: 'unreachable' } },
    ])
    off()
  })

  it('says so in the language of the page where there is nothing else', () => {
    const element = anElement('<div></div>')
    slotFailed(slot, element, new Error('unreachable'), context)
    expect(element.querySelector('.f-missing[role="alert"] h2')?.textContent).toMatch(/Nid yw’r rhan hon/)
  })

  it('says nothing where a slot was empty until it was used: what it stands in works without it', () => {
    const element = anElement()
    const seen: string[] = []
    context.bus.on('remote.failed', ({ slotId }) => seen.push(String(slotId)))
    slotFailed(
      { ...aSlot('header-search', 'mfe-search'), hydrate: 'touch' },
      element,
      new Error('no code'),
      context,
    )
    expect(element.innerHTML).toBe('')
    expect(seen).toEqual(['header-search'])
  })

  it('takes a focus that was in the slot to the heading that stands there now', () => {
    const element = anElement('<div tabindex="0"></div>')
    element.querySelector('div')?.focus()
    slotFailed(slot, element, new Error('unreachable'), context)
    expect(document.activeElement?.tagName).toBe('H2')
  })
})

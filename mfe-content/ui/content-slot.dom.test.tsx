import type { Fixture, HostState, JsonObject, RouteState, SlotProps } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import { render, screen, within } from '@testing-library/react'
import { TextEncoder } from 'node:util'
import { fixtures } from '../fixtures/fixtures.ts'
import { aNode, pageState } from '../fixtures/page-state.ts'
import { catalogues, type ContentMessages } from '../messages/index.ts'
import { contentSlice, NO_CONTENT, selectContent } from '../state/content.slice.ts'
import { ContentSlot } from './content-slot.tsx'

// React's server renderer expects these globals for streams; jsdom lacks them, and rendering to a string does not use them.
Object.assign(globalThis, {
  TextEncoder,
  MessageChannel: class {
    readonly port1 = { onmessage: null }
    readonly port2 = { postMessage: () => undefined }
  },
})
const { renderToStaticMarkup } = await import('react-dom/server')

const aSlot = ({ view, state }: Fixture): SlotProps<ContentMessages> => ({
  slotId: 'main',
  view,
  props: {},
  store: createStore({ preloadedState: state, parts: [{ owner: 'mfe-content', slices: [contentSlice] }] }),
  bus: createBus(),
  messages: catalogues[(state['page'] as HostState['page']).head.language]!,
})
const element = (props: SlotProps<ContentMessages>) => (
  <StoreProvider store={props.store}>
    <ContentSlot {...props} />
  </StoreProvider>
)
const open = (view: string, language = 'en-GB') => {
  const fixture = fixtures.find(
    (candidate) =>
      candidate.view === view &&
      (candidate.state['page'] as { head: { language: string } }).head.language === language,
  )!
  return render(element(aSlot(fixture)))
}
/** Markup normalised for comparison: without generated ids, and with sorted attributes. */
const normal = (html: string): string => {
  const holder = document.createElement('div')
  holder.innerHTML = html
  for (const node of holder.querySelectorAll('*')) {
    const attributes = [...node.attributes].map(({ name, value }) => [name, value] as const)
    for (const [name] of attributes) node.removeAttribute(name)
    for (const [name, value] of attributes.toSorted()) node.setAttribute(name, value)
  }
  return holder.innerHTML.replaceAll(/_[\w-]*R_\w+_|_r_\w+_/g, 'ID')
}

describe('pages in the browser', () => {
  it.each(fixtures.map((fixture) => [`${fixture.view}: ${fixture.expect}`, fixture] as const))(
    'are the same as on the server, so that a static slot can be adopted: %s',
    (_name, fixture) => {
      const { container } = render(element(aSlot(fixture)))
      expect(normal(container.innerHTML)).toBe(normal(renderToStaticMarkup(element(aSlot(fixture)))))
    },
  )

  it('says where the page is', () => {
    open('content')
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
    expect(trail.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Home', null],
      ['Services', null],
      ['Find your collection day', 'page'],
    ])
  })

  it('says of a page above in which language it is, where that is not the language of the page (WCAG 3.1.2)', () => {
    const model = { title: 'Dyddiau', blocks: [], related: [] }
    const ancestors = [
      { ...aNode('/cy', 'Hafan'), language: 'cy' },
      { ...aNode('/services', 'Services'), language: 'en-GB' },
    ]
    const state = pageState({ model, path: '/cy/services/dyddiau', language: 'cy', ancestors })
    const routing = state['routing'] as RouteState
    const currentNode = { ...aNode('/cy/services/dyddiau', 'Dyddiau'), language: 'cy' }
    const children = [aNode('/cy/services/dyddiau/map', 'Map')]
    const shown = { ...state, routing: { ...routing, currentNode, currentNodeChildren: children } }
    render(element(aSlot({ view: 'content', state: shown, props: {}, expect: '' })))
    const links = screen.getAllByRole('link', { name: 'Services' })
    expect(links.map((link) => [link.lang, link.getAttribute('hreflang')])).toEqual([
      ['en-GB', 'en-GB'],
      ['en-GB', 'en-GB'],
    ])
    expect(screen.getByRole('link', { name: 'Hafan' }).hasAttribute('lang')).toBe(false)
  })

  it('marks the current page in the menu of its section', () => {
    open('content')
    const menu = within(screen.getByRole('navigation', { name: 'In this section' }))
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Find your collection day')
    expect(menu.getByRole('link', { name: 'Garden waste' }).getAttribute('href')).toBe('/services/garden')
  })

  it('names a table after its caption and lets the keyboard scroll it', () => {
    open('content')
    const region = screen.getByRole('region', { name: 'Collection day by area' })
    expect(region.tabIndex).toBe(0)
    expect(within(region).getByRole('rowheader', { name: 'Hollin Cross' })).toBeTruthy()
  })

  it('ties the message of a look-up to its field, which is invalid where no such street is known', () => {
    const fieldOf = (collections: { readonly asked: string; readonly hasFailed?: boolean }) => {
      const model = { title: 'Days', blocks: [{ type: 'collectionDays' }], related: [] } as const
      const content = { ...NO_CONTENT, collections: { choices: [], ...collections } }
      const state = pageState({ model, content: content as unknown as JsonObject })
      const { unmount } = render(element(aSlot({ view: 'content', state, props: {}, expect: '' })))
      const field = screen.getByRole('textbox')
      const said = field.getAttribute('aria-describedby')
      const facts = [field.getAttribute('aria-invalid'), document.getElementById(said ?? '')?.textContent]
      unmount()
      return facts
    }
    expect(fieldOf({ asked: 'zzz' })).toEqual(['true', 'We do not know “zzz”'])
    expect(fieldOf({ asked: 'eel', hasFailed: true })).toEqual([null, 'We cannot look up streets just now'])
  })

  it('says below the last collection of a season that it is the last, and beside no other', () => {
    const bin = {
      code: 'garden',
      bin: 'Brown bin',
      dates: [{ day: '2026-11-26', isLast: true }, { day: '2027-03-04' }],
    }
    const calendar = { download: '/eel.ics', subscribe: 'webcal://larkmoor.example/eel.ics' }
    const street = { id: 'eel', name: 'Eel Row', bins: [bin], calendar }
    const model = { title: 'Days', blocks: [{ type: 'collectionDays' }], related: [] } as const
    const content = { ...NO_CONTENT, collections: { asked: 'eel', choices: [], street } }
    const state = pageState({ model, content: content as unknown as JsonObject })
    const { container } = render(element(aSlot({ view: 'content', state, props: {}, expect: '' })))
    expect([...container.querySelectorAll('dd')].map((date) => date.textContent)).toEqual([
      'Thursday 26 November 2026Last collection of the season',
      'Thursday 4 March 2027',
    ])
  })

  it('opens an answer without script', () => {
    open('content')
    const summary = screen.getByText('I need help moving my bins')
    expect([summary.tagName, summary.parentElement?.tagName]).toEqual(['SUMMARY', 'DETAILS'])
  })

  it.each([
    ['a look-up', [{ type: 'collectionDays' }], 0],
    ['a button at its beginning', [{ type: 'callToAction', heading: 'Pay' }], 0],
    [
      'a form anywhere',
      [
        { type: 'heading', text: 'Ask', id: 'h-ask' },
        { type: 'form', id: 'form-1', formId: '1' },
      ],
      0,
    ],
    [
      'a button further down',
      [
        { type: 'heading', text: 'Ways', id: 'h-ways' },
        { type: 'callToAction', heading: 'Pay' },
      ],
      1,
    ],
  ] as const)('has no picture above what a visitor came to do: %s', (_what, blocks, pictures) => {
    const model = { title: 'Pay', blocks, related: [], image: { src: '/a.svg', alt: 'A bill' } }
    const fixture = { view: 'content', state: pageState({ model }), props: {}, expect: '' }
    const { container } = render(element(aSlot(fixture)))
    expect(container.querySelectorAll('img')).toHaveLength(pictures)
  })

  it.each([
    ['/a.svg', 1],
    ['/a.svg?w=300', 1],
    ['/b.svg', 2],
  ])('shows a picture once that stands in its text: %s beside /a.svg', (src, pictures) => {
    const blocks = [{ type: 'image', image: { src, alt: 'A bill' } }] as const
    const model = { title: 'Pay', blocks, related: [], image: { src: '/a.svg', alt: 'A bill' } }
    const fixture = { view: 'content', state: pageState({ model }), props: {}, expect: '' }
    const { container } = render(element(aSlot(fixture)))
    expect(container.querySelectorAll('img')).toHaveLength(pictures)
  })

  it('offers a document with its type and size', () => {
    open('document')
    const link = screen.getByRole('link', { name: /^Download PDF \(1\.2\sMB\)$/ })
    expect(link.getAttribute('href')).toBe('/asset-library/waste-strategy.pdf')
  })

  it('leaves the place of a list to search', () => {
    const { container } = open('listing')
    expect(container.querySelector('[data-slot="listing"]')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('News')
  })

  it('makes a card of its title’s link', () => {
    open('home')
    const heading = screen.getByRole('heading', { level: 3, name: 'New footbridge opens at Weirside' })
    expect(within(heading).getByRole('link').getAttribute('href')).toBe('/news/new-footbridge')
  })

  it('tells the machine when an event begins and ends', () => {
    const { container } = open('event')
    expect([...container.querySelectorAll('time')].map((time) => time.dateTime)).toEqual([
      '2026-11-28T15:00:00Z',
      '2026-11-28T18:30:00Z',
    ])
  })

  it('lets a telephone call a venue', () => {
    open('venue')
    expect(screen.getByRole('link', { name: '01632 960 123' }).getAttribute('href')).toBe('tel:01632960123')
  })

  it('marks the language of a venue without a page, too', () => {
    const fixture = fixtures.find(({ view }) => view === 'event')!
    const routing = fixture.state['routing'] as unknown as RouteState
    const mappedEntry = {
      ...(routing.mappedEntry as JsonObject),
      venue: { title: 'Neuadd y Dref', language: 'cy' },
    }
    const state = { ...fixture.state, routing: { ...routing, mappedEntry } as unknown as JsonObject }
    render(element(aSlot({ ...fixture, state })))
    expect(screen.getByText('Neuadd y Dref').closest('[lang]')?.getAttribute('lang')).toBe('cy')
  })

  it.each([
    ['Open now until 6pm', { isOpen: true, isToday: true }],
    ['Closed now, opens today at 6pm', { isOpen: false, isToday: true }],
    ['Closed now, opens Monday at 6pm', { isOpen: false, isToday: false }],
  ])('says how the doors of a venue stand: %s', (said, stand) => {
    const fixture = fixtures.find(({ view }) => view === 'venue')!
    const content = selectContent(aSlot(fixture).store.getState())
    const opening = { ...stand, until: Date.parse('2026-11-23T18:00:00Z') }
    const state = { ...fixture.state, content: { ...content, now: { ...content.now, opening } } }
    render(element(aSlot({ ...fixture, state })))
    expect(screen.getByText(said)).toBeTruthy()
  })

  it('speaks Welsh on a Welsh page', () => {
    open('content', 'cy')
    expect(screen.getByRole('heading', { name: 'Tudalennau cysylltiedig' })).toBeTruthy()
  })
})

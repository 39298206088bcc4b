import type { Fixture, HostState, SlotProps } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { createBus, createStore } from '@tessera/shared/store'
import { fixtures } from '../fixtures/fixtures.ts'
import type { Block } from '../domain/page-model.ts'
import { aNode, pageState } from '../fixtures/page-state.ts'
import { manifest } from '../manifest.ts'
import { catalogues, type ContentMessages } from '../messages/index.ts'
import { contentSlice } from '../state/content.slice.ts'
import { ContentSlot } from './content-slot.tsx'
import { PAGES } from './page-table.ts'

const aSlot = (
  { view, state }: Pick<Fixture, 'view' | 'state'>,
  props: Partial<SlotProps<ContentMessages>> = {},
): SlotProps<ContentMessages> => ({
  slotId: 'main',
  view,
  props: {},
  store: createStore({ preloadedState: state, parts: [{ owner: 'mfe-content', slices: [contentSlice] }] }),
  bus: createBus(),
  messages: catalogues[(state['page'] as HostState['page']).head.language]!,
  isStatic: true,
  ...props,
})
const markup = (fixture: Pick<Fixture, 'view' | 'state'>, props?: Partial<SlotProps<ContentMessages>>) =>
  renderSlot(ContentSlot, aSlot(fixture, props))
const named = fixtures.map((fixture) => [`${fixture.view}: ${fixture.expect}`, fixture] as const)
const aPage = (html: string) => ({
  view: 'content',
  state: pageState({ model: { title: html, blocks: [{ type: 'richText', html }], related: [] } as never }),
})

describe('pages on the server', () => {
  it.each(named)('shows what its fixture is for: %s', (_name, fixture) => {
    expect(markup(fixture)).toContain(fixture.expect)
  })

  it.each(named)('has one h1, named page-title: %s', (_name, fixture) => {
    expect(markup(fixture).match(/<h1[^>]*>/g)).toEqual(['<h1 id="page-title">'])
  })

  it.each(named)('skips no heading level: %s', (_name, fixture) => {
    const levels = [...markup(fixture).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    levels.reduce((above, level) => {
      expect(level - above).toBeLessThanOrEqual(1)
      return level
    }, 0)
  })

  it.each(named)(
    'leaves the landmarks of the frame to the shell, and styles to style sheets: %s',
    (_name, fixture) => {
      expect(markup(fixture)).not.toMatch(/<main|<script|\sstyle=|\son\w+=/)
    },
  )

  it('does not list pages of a section that have tiles', () => {
    const [days, other] = [
      { title: 'Collection days, again', href: '/services/bins/days' },
      { title: 'Elsewhere', href: '/elsewhere' },
    ]
    const lists: readonly Block[] = [
      { type: 'linkList', heading: 'Most used', links: [days, other] },
      { type: 'linkList', heading: 'Nothing new', links: [days] },
    ]
    const children = [aNode('/services/bins/days', 'Collection days')]
    const state = pageState({ model: { title: 'Bins', blocks: lists } as never, children })
    const html = markup({ view: 'landing', state })
    expect(html.match(/href="\/(?:services\/bins\/days|elsewhere)"/g)).toEqual([
      'href="/services/bins/days"',
      'href="/elsewhere"',
    ])
    expect(html).not.toContain('Nothing new')
  })

  it('has the tasks of most visitors before any picture on the home page', () => {
    const html = markup(fixtures.find(({ view }) => view === 'home')!)
    expect(html.indexOf('Find your collection day')).toBeGreaterThan(html.indexOf('<h1'))
    expect(html.indexOf('Find your collection day')).toBeLessThan(html.indexOf('<img'))
  })

  it.each(named)('uses each id once: %s', (_name, fixture) => {
    const ids = [...markup(fixture).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  const imagesOf = (fixture: (typeof fixtures)[number]) =>
    [...markup(fixture).matchAll(/<img[^>]*>/g)].map(([image]) => image)

  it.each(named)('gives every image a text and a size: %s', (_name, fixture) => {
    for (const image of imagesOf(fixture)) expect(image).toMatch(/(?=.*\salt=)(?=.*\swidth=)(?=.*\sheight=)/)
  })

  it('has fixtures with images', () => {
    expect(fixtures.flatMap(imagesOf).length).toBeGreaterThan(3)
  })

  it('has a fixture and a page for every view of the manifest', () => {
    const views = manifest.contentTypes?.map(({ view }) => view)
    expect(new Set(fixtures.map(({ view }) => view))).toEqual(new Set(views))
    expect(Object.keys(PAGES)).toEqual(views)
  })

  it('holds the markup of a nested form where its block is', () => {
    const content = fixtures.find(({ view }) => view === 'content')!
    expect(markup(content, { slotHtml: { 'form-1001': '<form></form>' } })).toContain(
      '<div data-slot="form-1001"><form></form></div>',
    )
  })

  it.each(['</script><b>x</b>', "$& $' $` $1", 'a\u2028b\u2029c', '{{x}}'])(
    'shows %j as text in a title and leaves clean rich text as it is',
    (text) => {
      const escaped = text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll("'", '&#x27;')
      const html = markup(aPage(text))
      expect(html).toContain(`<h1 id="page-title">${escaped}</h1>`)
      expect(html).toContain(`<div class="prose">${text}</div>`)
    },
  )

  it('refuses a view that it does not have', () => {
    expect(() => markup({ ...fixtures[0]!, view: 'constructor' })).toThrow(
      expect.objectContaining({ code: 'mfe-content/no-such-view' }),
    )
  })

  it('renders a page without blocks and facts', () => {
    const state = pageState({ model: { title: 'Bare', blocks: [], roles: [] } as never, ancestors: [] })
    expect(markup({ view: 'councillor', state })).not.toMatch(/<dl|<nav|<p/)
  })
})

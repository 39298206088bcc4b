import type { RouteState } from '@tessera/shared/contract'
import { aNode, pageState } from '../fixtures/page-state.ts'
import { breadcrumb } from './breadcrumb.ts'
import { sideMenu } from './side-menu.ts'

const model = { title: 'Collection days', blocks: [] }
const aRoute = (page: Partial<Parameters<typeof pageState>[0]> = {}): RouteState =>
  pageState({ model, path: '/services/days', ...page })['routing'] as RouteState
const here = aNode('/services/days', 'Collection days')

describe('the way down to a page', () => {
  it('begins at the root and ends with the page', () => {
    expect(breadcrumb(aRoute(), 'x').map(({ title }) => title)).toEqual([
      'Home',
      'Services',
      'Collection days',
    ])
  })

  it('leads through the section of the menu that a place outside of the menu is reached from', () => {
    const page = (includeInMenu: boolean) => ({ ...aNode('/planning', 'Planning'), includeInMenu })
    const link = { ...aNode('/services/planning', 'Planning'), canonicalPath: '/planning' }
    const menu = {
      ...aNode('/', 'Home'),
      children: [{ ...aNode('/services', 'Services'), children: [link] }],
    }
    const titles = (route: RouteState) => breadcrumb(route, 'x', menu).map(({ title }) => title)
    const below = { ...aRoute(), currentNodeAncestors: [aNode('/', 'Home'), page(false)] }
    expect(titles(below)).toEqual(['Home', 'Services', 'Planning', 'Collection days'])
    const itself = { ...aRoute(), currentNode: page(false), currentNodeAncestors: [aNode('/', 'Home')] }
    expect(titles(itself)).toEqual(['Home', 'Services', 'Planning'])
    const own = { ...aRoute(), currentNodeAncestors: [aNode('/', 'Home'), page(true)] }
    expect(titles(own)).toEqual(['Home', 'Planning', 'Collection days'])
  })

  it('says of a page above that is in another language only that it is', () => {
    const inLanguage = (path: string, language: string) => ({ ...aNode(path, path), language })
    const route = {
      ...aRoute({ siblings: [here, aNode('/cy/services/bulky', 'Bulky')] }),
      currentNode: inLanguage('/cy/services/dyddiau', 'cy'),
      currentNodeAncestors: [inLanguage('/cy', 'cy'), inLanguage('/services', 'en-GB')],
    }
    expect(breadcrumb(route, 'x')).toEqual([
      { title: '/cy', href: '/cy' },
      { title: '/services', href: '/services', language: 'en-GB' },
      { title: '/cy/services/dyddiau', href: '/services/days' },
    ])
    expect(sideMenu(route)?.parent).toEqual({ title: '/services', href: '/services', language: 'en-GB' })
  })

  it('is absent on the home page', () => {
    expect(breadcrumb(aRoute({ ancestors: [] }), 'x')).toEqual([])
  })

  it('names the page after its entry in a preview, where there is no node', () => {
    expect(breadcrumb({ ...aRoute(), currentNode: null }, 'Draft').at(-1)?.title).toBe('Draft')
  })
})

describe('the menu of a section', () => {
  it('lists the pages beside the current one in their order, and its own pages below it', () => {
    const route = aRoute({
      siblings: [aNode('/services/bulky', 'Bulky'), here],
      children: [aNode('/services/days/map', 'Map')],
    })
    expect(
      sideMenu(route)?.items.map(({ title, isCurrent, children }) => [title, isCurrent, children.length]),
    ).toEqual([
      ['Bulky', false, 0],
      ['Collection days', true, 1],
    ])
  })

  it('leaves out pages that are not for menus', () => {
    const hidden = { ...aNode('/services/hidden', 'Hidden'), includeInMenu: false }
    expect(sideMenu(aRoute({ siblings: [here, hidden] }))).toBeNull()
  })

  it('still shows the pages below when the siblings are not available', () => {
    const route = aRoute({ siblings: [], children: [aNode('/services/days/map', 'Map')] })
    expect(sideMenu(route)?.items).toHaveLength(1)
  })

  it('is absent where there is nowhere else to go', () => {
    expect(sideMenu(aRoute({ siblings: [here] }))).toBeNull()
  })

  it('shows a page of the first level with its own pages only, for the header has the others', () => {
    const route = aRoute({
      ancestors: [aNode('/', 'Home')],
      siblings: [here, aNode('/news', 'News')],
      children: [aNode('/services/days/map', 'Map')],
    })
    expect(sideMenu(route)).toMatchObject({
      parent: null,
      items: [{ title: 'Collection days', children: [{ title: 'Map' }] }],
    })
  })

  it('leads up to the page above', () => {
    expect(sideMenu(aRoute({ siblings: [here, aNode('/services/bulky', 'Bulky')] }))?.parent).toEqual({
      title: 'Services',
      href: '/services',
    })
  })
})

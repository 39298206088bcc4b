import type { RouteState } from '@tessera/shared/contract'
import { manifest } from '../manifest.ts'
import { nestedSlots } from './nested-slots.ts'

const aRoute = (model: object, entryId = 'own'): RouteState =>
  ({
    mappedEntry: { title: 'News', blocks: [], ...model },
    entry: { sys: { id: entryId } },
  }) as unknown as RouteState

describe('the slots inside a page, which its route tells (docs/decisions/0043)', () => {
  it('has one for each form; the same form once more is filled in for itself', () => {
    const form = (formId: string, id = `form-${formId}`) => ({ type: 'form', id, formId })
    const slots = nestedSlots(aRoute({ blocks: [form('1001'), form('1001', 'form-1001-2'), form('7')] }))
    expect(slots.map(({ id, remote, view, props }) => [id, remote, view, props])).toEqual([
      ['form-1001', 'mfe-forms', 'form', { formId: '1001', showSteps: true }],
      ['form-1001-2', 'mfe-forms', 'form', { formId: '1001', showSteps: true, instance: 'form-1001-2' }],
      ['form-7', 'mfe-forms', 'form', { formId: '7', showSteps: true }],
    ])
  })

  it('hands on where a form comes from, and the page’s own words for it', () => {
    const phrases = { errorTitle: 'There is a problem' }
    const form = { type: 'form', id: 'form-tellUs', formId: 'tellUs', provider: 'forms-api', phrases }
    const [slot] = nestedSlots(aRoute({ blocks: [form] }))
    expect(slot?.props).toEqual({
      formId: 'tellUs',
      provider: 'forms-api',
      showSteps: true,
      localisedPhrases: phrases,
    })
  })

  it('has one for each short list, which needs no script, shows nothing that the page shows, and knows its heading', () => {
    const slots = nestedSlots(
      aRoute({
        highlights: [{ id: 'shown', language: 'en-GB' }],
        blocks: [
          {
            type: 'minilist',
            id: 'minilist-a',
            minilist: 'a',
            heading: 'A',
            link: { title: 'All', href: '/a' },
          },
          { type: 'heading', text: 'B', id: 'h-b' },
          { type: 'minilist', id: 'minilist-a-2', minilist: 'a' },
        ],
      }),
    )
    expect(slots).toEqual([
      {
        id: 'minilist-a',
        remote: 'mfe-search',
        view: 'minilist',
        hydrate: 'never',
        props: {
          minilist: 'a',
          level: 2,
          excludeIds: ['own', 'shown'],
          heading: 'A',
          link: { title: 'All', href: '/a' },
        },
      },
      {
        id: 'minilist-a-2',
        remote: 'mfe-search',
        view: 'minilist',
        hydrate: 'never',
        props: { minilist: 'a', level: 3, excludeIds: ['own', 'shown'] },
      },
    ])
  })

  it('has one for the list of a listing page, without which the page is nothing', () => {
    expect(nestedSlots(aRoute({ listing: 'news' }))).toEqual([
      {
        id: 'listing',
        remote: 'mfe-search',
        view: 'listing',
        hydrate: 'visible',
        essential: true,
        props: { listing: 'news', title: 'News' },
      },
    ])
  })

  it('has one for several lists at one address, where the page has no list of its own', () => {
    const slot = { id: 'listing', remote: 'mfe-search', hydrate: 'visible', essential: true }
    expect(nestedSlots(aRoute({ composition: 'happening' }))).toEqual([
      { ...slot, view: 'composition', props: { composition: 'happening' } },
    ])
    expect(nestedSlots(aRoute({ listing: 'news', composition: 'happening' }))).toMatchObject([
      { ...slot, view: 'listing' },
    ])
  })

  it('has none on a page without a model', () => {
    expect(nestedSlots({ ...aRoute({}), mappedEntry: null })).toEqual([])
  })

  it('are of views that the manifest says it places, all of them, so that no other remote gives one up unnoticed', () => {
    const blocks = [
      { type: 'form', id: 'form-1', formId: '1' },
      { type: 'minilist', id: 'minilist-a', minilist: 'a' },
    ]
    const slots = [
      ...nestedSlots(aRoute({ blocks, listing: 'news' })),
      ...nestedSlots(aRoute({ composition: 'happening' })),
    ]
    const placed = slots.map(({ remote, view }) => `${remote} ${view}`)
    const declared = (manifest.placedViews ?? []).map(({ remote, view }) => `${remote} ${view}`)
    expect(placed.toSorted()).toEqual(declared.toSorted())
  })
})

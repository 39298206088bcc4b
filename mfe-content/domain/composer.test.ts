import { headingId, levelOf, readComposer } from './composer.ts'

const asIs = (html: string) => html
const anEntry = (title: string, uri: string | null = '/page') => ({
  sys: { id: title, uri, contentTypeId: 'contentPage' },
  entryTitle: title,
})

describe('composer to blocks (specification 3, Linked content values)', () => {
  it('keeps the order of the items', () => {
    const { blocks } = readComposer(
      [
        { type: 'heading', value: 'A' },
        { type: 'richText', value: '<p>b</p>' },
      ],
      asIs,
    )
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'richText'])
  })

  it('skips types that it does not know, and notes each once', () => {
    const { blocks, skipped } = readComposer(
      [
        { type: 'map', value: {} },
        { type: 'map', value: {} },
        { type: 'toString', value: 1 },
      ],
      asIs,
    )
    expect({ blocks, skipped }).toEqual({ blocks: [], skipped: ['map', 'toString'] })
  })

  it.each([undefined, null, 'text', {}, [{ type: 'heading' }], [null]])(
    'is empty for %j, which is no composer',
    (field) => {
      expect(readComposer(field, asIs).blocks).toEqual([])
    },
  )

  it.each([
    ['heading', ''],
    ['heading', null],
    ['richText', ' '],
    ['image', { asset: { sys: { id: 'x' } } }],
    ['quote', { source: 'x' }],
    ['linkList', { links: [] }],
    ['entryCard', { sys: { id: 'x' } }],
    ['table', { headers: ['a'], rows: [] }],
    ['accordion', { items: [{}] }],
    ['callToAction', { text: 'x' }],
    ['form', { formId: '../x' }],
    ['form', { formId: '' }],
    ['minilist', { minilist: 'a b' }],
    ['minilist', { heading: 'x' }],
  ])('leaves out a %s with nothing to show: %j', (type, value) => {
    expect(readComposer([{ type, value }], asIs)).toEqual({ blocks: [], skipped: [] })
  })

  it('gives each place of a form a slot of its own', () => {
    const form = { type: 'form', value: { formId: '1001' } }
    expect(readComposer([form, form], asIs).blocks).toEqual([
      { type: 'form', id: 'form-1001', formId: '1001' },
      { type: 'form', id: 'form-1001-2', formId: '1001' },
    ])
  })

  it('reads of a form where it comes from, and nothing else', () => {
    const phrases = { errorTitle: 'There is a problem', optional: 1 }
    const value = { formId: 'tellUs', provider: 'forms-api', heading: 'Tell us', phrases, other: 1 }
    expect(readComposer([{ type: 'form', value }], asIs).blocks).toEqual([
      {
        type: 'form',
        id: 'form-tellUs',
        formId: 'tellUs',
        provider: 'forms-api',
        heading: 'Tell us',
        phrases: { errorTitle: 'There is a problem' },
      },
    ])
    const wrong = { formId: 'tellUs', provider: '../x' }
    expect(readComposer([{ type: 'form', value: wrong }], asIs).blocks).toEqual([
      { type: 'form', id: 'form-tellUs', formId: 'tellUs' },
    ])
  })

  it('sanitises rich text and accordion panels', () => {
    const items = [
      { type: 'richText', value: '<p>a</p>' },
      { type: 'accordion', value: { items: [{ heading: 'h', content: '<p>b</p>' }] } },
    ]
    const text = JSON.stringify(readComposer(items, () => 'CLEAN').blocks)
    expect(text).not.toContain('<p>')
    expect(text.match(/CLEAN/g)).toHaveLength(2)
  })

  it('gives headings of the same words ids of their own', () => {
    const { blocks } = readComposer(
      [
        { type: 'heading', value: 'Fees' },
        { type: 'heading', value: 'Fees' },
      ],
      asIs,
    )
    expect(blocks).toEqual([
      { type: 'heading', text: 'Fees', id: 'h-fees' },
      { type: 'heading', text: 'Fees', id: 'h-fees-2' },
    ])
  })

  it.each([
    ['Days by area', 'h-days-by-area'],
    ['Gŵyl banc!', 'h-gŵyl-banc'],
    ['???', 'h-section'],
  ])('makes a fragment of %j', (text, id) => {
    expect(headingId(text)).toBe(id)
  })

  it('drops links that were not resolved or have no page', () => {
    const links = [anEntry('A'), { sys: { id: 'b' } }, anEntry('C', null)]
    expect(readComposer([{ type: 'linkList', value: { heading: 'H', links } }], asIs).blocks).toEqual([
      { type: 'linkList', heading: 'H', links: [{ title: 'A', href: '/page' }] },
    ])
  })

  it('names the button of a call to action after its link where the editor has not', () => {
    const [block] = readComposer(
      [{ type: 'callToAction', value: { heading: 'H', linkText: '', link: anEntry('Pay') } }],
      asIs,
    ).blocks
    expect(block).toEqual({ type: 'callToAction', heading: 'H', link: { title: 'Pay', href: '/page' } })
  })

  it('keeps the place of empty cells', () => {
    const [block] = readComposer(
      [
        {
          type: 'table',
          value: {
            headers: ['a', 'b'],
            rows: [
              ['x', null],
              [1, 'y'],
            ],
          },
        },
      ],
      asIs,
    ).blocks
    expect(block).toEqual({
      type: 'table',
      headers: ['a', 'b'],
      rows: [
        ['x', ''],
        ['1', 'y'],
      ],
    })
  })

  it('gives each short list a slot of its own, the same list twice among them', () => {
    const list = {
      type: 'minilist',
      value: { minilist: 'latestNews', heading: 'News', link: anEntry('All') },
    }
    expect(
      readComposer([list, { type: 'minilist', value: { minilist: 'latestNews' } }], asIs).blocks,
    ).toEqual([
      {
        type: 'minilist',
        id: 'minilist-latestNews',
        minilist: 'latestNews',
        heading: 'News',
        link: { title: 'All', href: '/page' },
      },
      { type: 'minilist', id: 'minilist-latestNews-2', minilist: 'latestNews' },
    ])
  })

  it('gives a heading an id of its own also where another one ends in a number', () => {
    const headings = ['Step', 'Step', 'Step 2', 'Step'].map((value) => ({ type: 'heading', value }))
    const { blocks } = readComposer([...headings, { type: 'richText', value: '<h2>Step 2</h2>' }], asIs)
    expect(blocks).toMatchObject([
      { id: 'h-step' },
      { id: 'h-step-2' },
      { id: 'h-step-2-2' },
      { id: 'h-step-3' },
      { html: '<h2 id="h-step-2-3">Step 2</h2>' },
    ])
  })

  it('puts blocks with a heading of their own below the first heading', () => {
    const { blocks } = readComposer(
      [
        { type: 'richText', value: '<p>a</p>' },
        { type: 'heading', value: 'A' },
        { type: 'richText', value: '<p>b</p>' },
      ],
      asIs,
    )
    expect(blocks.map((_, index) => levelOf(blocks, index))).toEqual([2, 2, 3])
    expect(levelOf(blocks.slice(0, 1), 0)).toBe(2)
  })
})

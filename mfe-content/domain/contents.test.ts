import { readComposer } from './composer.ts'
import { contentsOf } from './contents.ts'

const read = (...items: readonly (readonly [type: string, value: unknown])[]) =>
  readComposer(
    items.map(([type, value]) => ({ type, value })),
    (html) => html,
  ).blocks

describe('the contents of a page', () => {
  it('are its headings of the second level, those in rich text among them, in order', () => {
    const blocks = read(
      ['heading', 'Before you start'],
      ['richText', '<h2>What it <em>costs</em> &amp; why</h2><p>x</p><h3>Discounts</h3>'],
      ['heading', 'After that'],
    )
    expect(contentsOf(blocks)).toEqual([
      { id: 'h-before-you-start', text: 'Before you start' },
      { id: 'h-what-it-costs-why', text: 'What it costs & why' },
      { id: 'h-after-that', text: 'After that' },
    ])
  })

  it('are left out of a page with two headings', () => {
    expect(contentsOf(read(['heading', 'One'], ['heading', 'Two']))).toEqual([])
  })

  it('have ids of their own, whatever comes first, and those that authors gave stay', () => {
    const blocks = read(
      ['richText', '<h2>Fees</h2><h2 lang="cy">Ffioedd</h2><h2 id="c-own">Fees</h2><h3>Fees</h3>'],
      ['heading', 'Fees'],
    )
    expect(contentsOf(blocks).map(({ id }) => id)).toEqual(['h-fees', 'h-ffioedd', 'c-own', 'h-fees-3'])
    expect(blocks[0]).toMatchObject({
      html: '<h2 id="h-fees">Fees</h2><h2 lang="cy" id="h-ffioedd">Ffioedd</h2><h2 id="c-own">Fees</h2><h3 id="h-fees-2">Fees</h3>',
    })
  })

  it('stay where they are when something else of the page is changed', () => {
    const ids = (text: string) =>
      contentsOf(read(['richText', `<p>${text}</p><h2>A</h2><h2>B</h2><h2>C</h2>`]))
    expect(ids('before')).toEqual(ids('and after'))
  })
})

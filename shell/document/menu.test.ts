import type { Node } from '@tessera/shared/content'
import { messagesFor } from '../messages/index.ts'
import { renderMenu } from './frame.ts'

const node = (path: string, children: readonly Node[] = []): Node =>
  ({ id: path, path, slug: path, displayName: `At ${path}`, children }) as unknown as Node

const TREE = node('/', [
  node('/services', [
    node('/services/waste'),
    node('/services/waste-permits'),
    { ...node('/services/planning'), canonicalPath: '/planning' },
  ]),
  node('/news', [node('/news/archive')]),
])
const at = (path: string, language = 'en-GB') =>
  String(renderMenu(TREE, path, messagesFor(language, 'en-GB')))
    .match(/<a href="[^"]+" (?:data-paths="[^"]+" )?aria-current="\w+"/g)
    ?.map((link) => link.slice('<a href='.length)) ?? []

describe('where a visitor is, in the main menu (specification 4, Navigation)', () => {
  it.each([
    ['/services', ['"/services" data-paths="/services /planning" aria-current="page"']],
    [
      '/services/waste',
      [
        '"/services" data-paths="/services /planning" aria-current="true"',
        '"/services/waste" aria-current="page"',
      ],
    ],
    [
      '/services/waste/bins',
      [
        '"/services" data-paths="/services /planning" aria-current="true"',
        '"/services/waste" aria-current="true"',
      ],
    ],
    ['/services-elsewhere', []],
    ['/news/archive', ['"/news" aria-current="true"', '"/news/archive" aria-current="page"']],
    [
      '/planning/applications/1',
      [
        '"/services" data-paths="/services /planning" aria-current="true"',
        '"/services/planning" data-paths="/services/planning /planning" aria-current="true"',
      ],
    ],
    ['/planning-elsewhere', []],
    ['/', []],
    ['/services', ['"/services" data-paths="/services /planning" aria-current="page"']],
  ])('is marked for the page and for the section it lies in, page after page: %s', (path, marked) => {
    expect(at(path)).toEqual(marked)
  })

  it('has the words of each language, with one tree', () => {
    const inWelsh = String(renderMenu(TREE, '/', messagesFor('cy', 'en-GB')))
    expect(inWelsh).toContain(messagesFor('cy', 'en-GB').pagesIn('At /news'))
    expect(String(renderMenu(TREE, '/', messagesFor('en-GB', 'en-GB')))).toContain(
      messagesFor('en-GB', 'en-GB').pagesIn('At /news'),
    )
  })
})

import { MAX_KEYS_LENGTH, pageKeys, type KeyedAnswer } from './caching-headers.ts'

const SITE = { alias: 'site', projectId: 'website' }
const entry = (id: string, contentTypeId?: string) => ({
  sys: { id, ...(contentTypeId && { contentTypeId }) },
})
const answer = (keys: readonly string[], data: unknown = null): KeyedAnswer => ({ keys, data })
const many = (kind: 'e' | 'n', count: number) =>
  Array.from({ length: count }, (_, i) => `larkmoor_${kind}_${String(i).padStart(10, '0')}`)

describe('the surrogate keys of a page (reference security 4.2, specification 3)', () => {
  it('are those of its answers, each once', () => {
    const keys = pageKeys([answer(['a_e_1', 'a_n_1']), answer(['a_e_1', 'a_e_2'])], ['site_tree_x'], SITE)
    expect(keys).toEqual(['site_tree_x', 'a_e_1', 'a_n_1', 'a_e_2'])
  })

  it('leave out the key that a platform sends with every answer, or every page would go with every change', () => {
    expect(pageKeys([answer(['a_any-update', 'a_e_1'])], [], SITE)).toEqual(['a_e_1'])
  })

  it('name the content types of entries where the entries are too many to name', () => {
    const listing = answer([...many('e', 400), 'larkmoor_n_1', 'larkmoor_ct_website_newsArticle'], {
      items: [{ ...entry('1', 'newsArticle'), author: entry('2', 'person') }],
    })
    expect(pageKeys([listing], [], SITE)).toEqual([
      'larkmoor_n_1',
      'larkmoor_ct_website_newsArticle',
      'larkmoor_ct_website_person',
    ])
  })

  it('name them in the project of the call, which may differ from the site’s own', () => {
    const url = 'https://platform.example/api/delivery/projects/intranet/entries/search?where=[]'
    const people = { ...answer(many('e', 400), { items: [entry('1', 'person')] }), url }
    expect(pageKeys([people], [], SITE)).toEqual(['larkmoor_ct_intranet_person'])
  })

  it('say "any update" where even that is too much, or where an entry does not say its type', () => {
    expect(pageKeys([answer(many('n', 400))], ['site_tree_x'], SITE)).toEqual([
      'site_tree_x',
      'site_any-update',
    ])
    expect(pageKeys([answer(many('e', 400), { items: [entry('1')] })], [], SITE)).toEqual(['site_any-update'])
  })

  it('say "any update" where keys of an unknown kind are too many', () => {
    const keys = Array.from({ length: 900 }, (_, i) => `foreign-${i}-key`)
    expect(pageKeys([answer(keys, { items: [entry('1', 'page')] })], [], SITE)).toEqual(['site_any-update'])
  })

  it('say "any update" where a key could not stand in the header', () => {
    expect(pageKeys([answer(['a,b', 'a_e_1'])], [], SITE)).toEqual(['site_any-update'])
  })

  it('are those of the answer at hand, though another had the same list of keys', () => {
    const keys = many('e', 400)
    const of = (type: string) => pageKeys([answer(keys, { items: [entry('1', type)] })], [], SITE)
    expect(of('person')).toEqual(['larkmoor_ct_website_person'])
    expect(of('newsArticle')).toEqual(['larkmoor_ct_website_newsArticle'])
    expect(of('newsArticle')).toEqual(['larkmoor_ct_website_newsArticle'])
  })

  it('are never longer than a cache takes', () => {
    expect(MAX_KEYS_LENGTH).toBe(7_000)
    for (const count of [10, 300, 1_000]) {
      const keys = pageKeys([answer(many('e', count), entry('1', 'page'))], [], SITE)
      expect(keys.join(' ').length).toBeLessThanOrEqual(MAX_KEYS_LENGTH)
    }
  })
})

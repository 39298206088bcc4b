import { createTreeFingerprints } from '../cache/tree-fingerprint.server.ts'
import { ownKeys, type AnswerParts } from './answer-page.server.ts'
import { createCallRecord } from './create-page.server.ts'
import type { ResolvedPage } from './page.ts'

const node = (id: string, ...children: readonly object[]) => ({
  id,
  path: `/${id}`,
  displayName: id,
  children,
})
const TREE = node('root', node('services', node('bins', node('bulky'))))
const parts = {
  config: { alias: 'site', projects: [{ id: 'website' }] },
  trees: createTreeFingerprints({ alias: 'site', onChange: () => undefined }),
} as unknown as Pick<AnswerParts, 'config' | 'trees'>

function keysOf(route?: object): readonly string[] {
  const calls = createCallRecord()
  calls.onKeys(['site_n_page'], { need: 'primary', url: '/node', data: {} })
  calls.onKeys(['site_n_services', 'site_n_bulky'], { need: 'tree', url: '/tree', data: TREE })
  const target = { path: '/site-map' } as never
  return ownKeys(
    { calls, target, ...(route ? { route: route as ResolvedPage['route'] } : {}) },
    ['shell'],
    parts,
  )
}

describe('the surrogate keys of a page (specification 4, surrogate keys)', () => {
  it('are those of its content, and for the tree those of what it shows of the menu', () => {
    const keys = keysOf({ type: 'page' })
    expect(keys).toEqual(expect.arrayContaining(['site_r_shell', 'site_n_page']))
    expect(keys.filter((key) => key.startsWith('site_n_'))).toEqual(['site_n_page'])
  })

  it('are those of all nodes where the page has a tree of its own', () => {
    expect(keysOf({ type: 'page', ownTree: TREE })).toEqual(
      expect.arrayContaining(['site_n_page', 'site_n_services', 'site_n_bulky']),
    )
  })
})

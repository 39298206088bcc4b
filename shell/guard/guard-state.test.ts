import type { Fixture, Manifest, SlotProps } from '@tessera/shared/contract'
import type { GuardedRemote } from './guard-remote.server.ts'
import { brokenReads, declaredStateProblems, stateProblems } from './guard-state.server.ts'
import { renderFixture } from './render-fixture.server.ts'

const manifest: Manifest = {
  name: 'mfe-a',
  contract: '^1.12.0',
  stateKeys: ['a'],
  sharedState: { 'a.term': 'string', 'a.page.size': 'number?' },
}
const other: Manifest = {
  name: 'mfe-b',
  contract: '^1.12.0',
  readState: { 'mfe-a': { 'a.term': 'string', 'a.page.size': 'number?' } },
}

describe('what a manifest says of shared state', () => {
  it.each<[string, Partial<Manifest>, readonly string[]]>([
    ['is valid', {}, []],
    [
      'is its own',
      { sharedState: { 'b.term': 'string' } },
      ['it shares "b.term", which is not among its state keys'],
    ],
    [
      'has types that are known',
      { sharedState: { 'a.term': 'text' as never } },
      ['"a.term" is said to be "text": one of string, number, boolean, array, object is known'],
    ],
    [
      'names others where it says what is read',
      { readState: { 'mfe-a': { 'a.term': 'string' } } },
      ['its own state is among what it reads of others'],
    ],
  ])('%s', (_what, more, problems) => {
    expect(declaredStateProblems({ ...manifest, ...more })).toEqual(problems)
  })
})

describe('a state that is shared', () => {
  it.each<[unknown, readonly string[]]>([
    [{ term: '', page: { size: 20 } }, []],
    [{ term: '', page: { size: null } }, []],
    [{ term: '', page: null }, []],
    [{ term: '' }, []],
    [{ term: 1 }, ['it shares "a.term" as string, and its state has number']],
    [{ term: null }, ['it shares "a.term" as string, and its state has null']],
    [null, ['it shares "a.term" as string, and its state has nothing']],
    [{ term: '', page: { size: '20' } }, ['it shares "a.page.size" as number?, and its state has string']],
  ])('is as its manifest says: %j', (state, problems) => {
    expect(stateProblems(manifest, { a: state, b: new Map() })).toEqual(problems)
  })

  it('is not asked for where a page does not have it', () => {
    expect(stateProblems(manifest, {})).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['a.seen', { seen: new Set() }, 'a Set'],
    ['a.on', { on: () => 1 }, 'a function'],
    ['a.list.1.at', { list: [{}, { at: new Date(0) }] }, 'a Date'],
    ['a.total', { total: Number.NaN }, 'NaN'],
  ])('reaches a browser whole, or says where not: %s', (path, state, what) => {
    expect(stateProblems({ ...manifest, sharedState: {} }, { a: state })).toEqual([
      `its state has ${what} at "${path}", which does not reach a browser: it goes there as JSON`,
    ])
  })

  it.each<[string, Manifest['sharedState'], readonly string[]]>([
    ['as it is read', manifest.sharedState, []],
    ['as more than is asked for', { 'a.term': 'string', 'a.page.size': 'number' }, []],
    [
      'no longer',
      undefined,
      [
        'mfe-b reads "a.term", which mfe-a does not share',
        'mfe-b reads "a.page.size", which mfe-a does not share',
      ],
    ],
    [
      'as something that may be missing',
      { 'a.term': 'string?', 'a.page.size': 'number?' },
      ['mfe-b reads "a.term" as string, which mfe-a shares as string?'],
    ],
  ])('is there for those who read it: shared %s', (_how, shared, problems) => {
    expect(brokenReads(other, 'mfe-a', shared)).toEqual(problems)
  })
})

/** The state of a page, as the fixture's remote sees it. */
interface Shown {
  readonly a: { readonly term: string; readonly page: { readonly size: number; readonly index: number } }
  readonly page: { readonly theme: string }
  readonly basket?: { readonly total: number }
}

describe('a fixture that reads state', () => {
  /** The result of rendering a fixture of `mfe-b` whose markup contains the value that `read` gives for this state. */
  const rendered = (
    read: (state: Shown) => unknown,
    { contract = '^1.12.0', state = {} }: { contract?: string; state?: Fixture['state'] } = {},
  ): string => {
    const remote: GuardedRemote = {
      fixtures: [],
      manifest: { ...other, stateKeys: ['b'], contract },
      render: ({ store }: SlotProps) => `it: ${String(read(store.getState() as never))}`,
    }
    try {
      return renderFixture('mfe-b', remote, { view: 'page', props: {}, state, expect: 'it' }).markup
    } catch (error) {
      return String((error as Error & { cause: Error }).cause.message)
    }
  }
  const state = Object.freeze({
    a: Object.freeze({ term: 'bins', page: Object.freeze({ size: 20, index: 2 }) }),
    page: { theme: 'light' },
  })

  it.each<[string, (state: Shown) => unknown, string]>([
    ['what it says', ({ a }) => a.term + a.page.size, 'it: bins20'],
    ['what is the shell’s', ({ page }) => page.theme, 'it: light'],
    [
      'more than it says',
      ({ a }) => a.term + a.page.index,
      'it reads "a.page.index" of the state, which its manifest does not say',
    ],
    [
      'what is not there',
      ({ basket }) => basket?.total,
      'it reads "basket" of the state, which its manifest does not say',
    ],
    ['nothing, but asks what it is', (all) => String(all), 'it: [object Object]'],
  ])('may read %s', (_what, read, outcome) => {
    expect(rendered(read, { state })).toBe(outcome)
  })

  it('is let through where its contract had no words for it, whatever its state is', () => {
    const state: Record<string, unknown> = { b: { seen: new Map() } }
    state['b'] = { ...(state['b'] as object), all: state }
    expect(rendered(({ basket }) => basket, { contract: '^1.11.0', state })).toBe('it: undefined')
    expect(rendered(() => '', { state: { b: { seen: new Map() } } })).toMatch(
      /^its state has a Map at "b.seen"/,
    )
  })
})

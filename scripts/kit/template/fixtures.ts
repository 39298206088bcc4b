import type { Fixture } from '@tessera/contract'

/** One for every view: a release that cannot render them never becomes live. */
export const fixtures: readonly Fixture[] = [
  {
    view: 'page',
    props: {},
    state: { example: { titles: ['Bins and recycling'], more: [], status: 'idle' } },
    expect: 'Bins and recycling',
  },
  {
    view: 'more',
    props: {},
    state: { example: { titles: [], more: ['Libraries'], status: 'idle' } },
    expect: 'Libraries',
  },
]

import type { Fixture } from '@tessera/shared/contract'

/** What a release of this remote must be able to show before it goes live. */
export const fixtures: readonly Fixture[] = [
  {
    view: 'results',
    props: {},
    state: {
      routing: { currentPath: '/search' },
      page: { head: { language: 'en-GB' } },
      search: {
        term: 'bins',
        results: [
          { id: '1', title: 'Bins and recycling', description: 'When we collect', path: '/services/bins' },
        ],
        pagingInfo: { pageCount: 1, pageIndex: 0, pageSize: 10, totalCount: 1 },
        entries: { isLoading: false, isError: false },
      },
    },
    expect: '<mark>Bins</mark> and recycling',
  },
]

import type { Fixture } from '@tessera/shared/contract'

/** What a release of this remote must be able to show before it goes live. */
export const fixtures: readonly Fixture[] = [
  {
    view: 'version',
    props: {},
    state: {
      routing: { currentProject: 'website' },
      version: { commitRef: 'abc1234', buildNo: null, contensisVersionStatus: 'published' },
      page: {
        head: { language: 'en-GB' },
        releases: { 'mfe-devinfo': { version: '0.1.0-fixture', integrity: '' } },
      },
    },
    expect: '0.1.0-fixture',
  },
]

import type { ServerRemote } from '@tessera/shared/contract'
import { fixtureProblems } from './testing.ts'

const sound: ServerRemote = {
  manifest: {
    name: 'mfe-weather',
    contract: '^1.8.0',
    staticRoutes: [{ path: '/weather', view: 'page', hydrate: 'never' }],
  },
  render: ({ view }) => `<p>${view}</p>`,
  fixtures: [{ view: 'page', props: {}, state: {}, expect: 'page' }],
}
const withManifest = (more: Partial<ServerRemote['manifest']>): ServerRemote => ({
  ...sound,
  manifest: { ...sound.manifest, ...more },
})

describe('the check of a remote in a test of its own', () => {
  it('finds nothing wrong with a sound one', () => {
    expect(fixtureProblems(sound)).toEqual([])
  })

  it('tells a contract that the site does not offer, a view that nothing proves, and a fixture that does not render', () => {
    expect(fixtureProblems(withManifest({ contract: '^1.99.0' }))).toContainEqual(
      expect.stringContaining('it was built for ^1.99.0 of the contract'),
    )
    const nested = withManifest({ nestedViews: [{ view: 'more', hydrate: 'never' }] })
    expect(fixtureProblems(nested)).toEqual([
      'no fixture shows the view "more", which is named by its nested views',
    ])
    expect(fixtureProblems({ ...sound, render: () => '' })).toContain('the markup lacks "page"')
  })
})

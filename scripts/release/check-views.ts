import type { Manifest } from '@tessera/shared/contract'
import type { GuardedRemote } from '../../shell/guard/guard-remote.server.ts'
import { flattenRoutes } from '../../shell/releases/routing-table.ts'

/** A view that a manifest names, and its use. */
interface NamedView {
  readonly view: string
  /** The use in messages: `the content type "newsArticle"`. */
  readonly by: string
}

/** Every view that a host will request from a remote on the server. A slot that hydrates on touch has no markup there. */
const namedViews = ({
  staticRoutes = [],
  contentTypes = [],
  frameSlots = [],
  nestedViews = [],
}: Manifest): readonly NamedView[] => [
  ...flattenRoutes(staticRoutes).map(({ view, path }) => ({ view, by: `the route "${path}"` })),
  ...contentTypes.map(({ view, contentTypeId }) => ({ view, by: `the content type "${contentTypeId}"` })),
  ...frameSlots
    .filter(({ hydrate }) => hydrate !== 'touch')
    .map(({ view, id }) => ({ view, by: `the slot "${id}" of the frame` })),
  ...nestedViews.map(({ view }) => ({ view, by: 'its nested views' })),
]

/**
 * Views without a fixture, one line each: a release renders its fixtures before it goes live, so a view without one would be
 * rendered for a visitor first.
 */
export function viewProblems({
  manifest,
  fixtures,
}: Pick<GuardedRemote, 'manifest' | 'fixtures'>): readonly string[] {
  const proved = new Set(fixtures.map(({ view }) => view))
  return [
    ...namedViews(manifest)
      .filter(({ view }) => !proved.has(view))
      .map(({ view, by }) => `no fixture shows the view "${view}", which is named by ${by}`),
    ...fixtures
      .filter(({ expect }) => expect.trim() === '')
      .map(({ view }) => `a fixture of the view "${view}" expects no text, so it proves nothing`),
  ]
}

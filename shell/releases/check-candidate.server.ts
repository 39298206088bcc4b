import { createBus, createStore } from '@tessera/shared/store'
import { CONTRACT_VERSION, type Fixture, type Manifest, type ServerRemote } from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'
import { satisfies } from './manifest-rules.ts'
import { manifestProblems } from './manifest-rules.ts'
import { findCollisions } from './manifest-rules.ts'

/**
 * Prove that a loaded remote is fit to become live: it speaks this shell's contract, its manifest is sound, and it renders its own
 * fixtures.
 * @throws AppError release/contract-mismatch, release/manifest-invalid, release/fixture-failed
 */
export function checkCandidate(app: string, remote: ServerRemote): void {
  const { manifest, fixtures } = remote
  if (manifest.name !== app)
    throw releaseError('release/description-invalid', { details: { app, says: manifest.name } })
  if (!satisfies(CONTRACT_VERSION, manifest.contract)) {
    throw releaseError('release/contract-mismatch', {
      details: { app, wants: manifest.contract, offered: CONTRACT_VERSION },
    })
  }
  const problems = manifestProblems(remote)
  if (problems.length > 0) throw releaseError('release/manifest-invalid', { details: { app, problems } })
  if (fixtures.length === 0)
    throw releaseError('release/fixture-failed', { details: { app, reason: 'it has no fixture' } })
  for (const fixture of fixtures) renderFixture(app, remote, fixture)
}

/**
 * Prove that a remote claims nothing that belongs to another one that is live: which of the two would answer for a path or a
 * content type must not depend on who came first.
 * @throws AppError release/collision
 */
export function checkCollisions(manifest: Manifest, others: readonly Manifest[]): void {
  const collisions = findCollisions(manifest, others)
  if (collisions.length > 0)
    throw releaseError('release/collision', { details: { app: manifest.name, collisions } })
}

function renderFixture(app: string, remote: ServerRemote, fixture: Fixture): void {
  const store = createStore({ preloadedState: fixture.state })
  try {
    store.inject({ owner: app, slices: remote.slices ?? [] })
    const markup = remote.render({
      slotId: 'fixture',
      view: fixture.view,
      props: fixture.props,
      store,
      bus: createBus({ onListenerError: () => undefined }),
      isStatic: true,
      slotHtml: {},
    })
    if (!markup.includes(fixture.expect)) throw new Error(`the markup lacks "${fixture.expect}"`)
  } catch (cause) {
    throw releaseError('release/fixture-failed', { cause, details: { app, view: fixture.view } })
  } finally {
    store.dispose()
  }
}

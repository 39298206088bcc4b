import { createBus, createStore } from '@tessera/shared/store'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { Fixture, PageState } from '@tessera/shared/contract'
import { chooseLanguage } from '@tessera/shared/messages'
import { releaseError } from '../errors.ts'
import { satisfies } from './contract-range.ts'
import type { GuardedRemote } from './guard-remote.server.ts'
import { stateProblems, watchReads } from './guard-state.server.ts'

/** A fixture as a release has rendered it. */
export interface RenderedFixture {
  readonly view: string
  readonly language: string
  readonly markup: string
}

const languageOf = ({ state }: Fixture): string =>
  (state['page'] as Partial<PageState> | undefined)?.head?.language ?? DEFAULT_LANGUAGE

/** The messages of the language that a fixture's page is in. */
function messagesFor({ catalogues = {} }: GuardedRemote, language: string): unknown {
  return catalogues[chooseLanguage(Object.keys(catalogues), language, DEFAULT_LANGUAGE)]
}

/**
 * Render a fixture, and check the state that the remote reads and makes.
 * @throws AppError release/fixture-failed
 */
export function renderFixture(app: string, remote: GuardedRemote, fixture: Fixture): RenderedFixture {
  const language = languageOf(fixture)
  const store = createStore({ preloadedState: fixture.state })
  try {
    store.inject({ owner: app, slices: remote.slices ?? [] })
    // Remotes for an older contract than 1.12 are not checked: they could not declare state.
    const isChecked = !satisfies('1.11.0', remote.manifest.contract)
    const undeclared = new Set<string>()
    const watched = watchReads(store.getState(), remote.manifest, undeclared)
    const markup = remote.render({
      slotId: 'fixture',
      view: fixture.view,
      props: fixture.props,
      store: isChecked ? { ...store, getState: () => watched, getServedState: () => watched } : store,
      bus: createBus({ onListenerError: () => undefined }),
      messages: messagesFor(remote, language),
      isStatic: true,
      slotHtml: {},
    })
    if (!markup.includes(fixture.expect)) throw new Error(`the markup lacks "${fixture.expect}"`)
    const problems = [
      ...[...undeclared].map((path) => `it reads "${path}" of the state, which its manifest does not say`),
      ...(isChecked ? stateProblems(remote.manifest, store.getState()) : []),
    ]
    if (problems.length > 0) throw new Error(problems.join('; '))
    return { view: fixture.view, language, markup }
  } catch (cause) {
    throw releaseError('release/fixture-failed', { cause, details: { app, view: fixture.view } })
  } finally {
    store.dispose()
  }
}

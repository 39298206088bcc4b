import type { Fixture } from '@tessera/shared/contract'
import { examples, stateOf } from './examples/index.ts'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import { catalogues } from './messages/index.ts'

/** What a release of this remote must be able to show before it goes live: every state of every screen. */
export const fixtures: readonly Fixture[] = examples.map((example) => ({
  view: example.view,
  props: {},
  state: stateOf(example, DEFAULT_LANGUAGE),
  expect: example.shows(catalogues[DEFAULT_LANGUAGE]),
}))

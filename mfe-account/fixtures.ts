import type { Fixture } from '@tessera/shared/contract'
import { examples, stateOf } from './examples/index.ts'
import { messages } from './messages.ts'

/** What a release of this remote must be able to show before it goes live: every state of every screen. */
export const fixtures: readonly Fixture[] = examples.map((example) => ({
  view: example.view,
  props: {},
  state: stateOf(example, 'en-GB'),
  expect: example.shows(messages('en-GB')),
}))

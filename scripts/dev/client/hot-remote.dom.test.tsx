import { jest } from '@jest/globals'
import type { Action, AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { Observable } from '@tessera/shared/store'
import { createHotRemote } from './hot-remote.client.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** An epic that records each start, end and action. */
const anEpic =
  (name: string, noted: string[]): AppEpic =>
  (action$) =>
    new Observable<Action>(() => {
      noted.push(`${name} begins`)
      const listening = action$.subscribe(({ type }) => noted.push(`${name} hears ${type}`))
      return () => {
        noted.push(`${name} ends`)
        listening.unsubscribe()
      }
    })

/** The action stream of a store, for any number of subscribers. */
function aStream() {
  const listeners = new Set<(action: Action) => void>()
  const action$ = new Observable<Action>((subscriber) => {
    const hear = (action: Action) => subscriber.next(action)
    listeners.add(hear)
    return () => listeners.delete(hear)
  })
  return { action$, say: (type: string) => listeners.forEach((hear) => hear({ type })) }
}

describe('epics of a remote whose code changes', () => {
  it('give way to the changed ones; those that are the same go on with what they have under way', () => {
    const noted: string[] = []
    const [first, changed, same] = ['first', 'changed', 'same'].map((name) => anEpic(name, noted))
    const aRemote = (epics: readonly unknown[]) =>
      ({ epics, slices: [], lifecycles: () => ({}) }) as unknown as BrowserRemote
    const hot = createHotRemote()
    const [run] = hot.remote(aRemote([first, same])).epics ?? []
    const { action$, say } = aStream()
    run?.(action$ as never, undefined as never, undefined as never).subscribe()
    hot.remote(aRemote([changed, same]))
    say('typed')
    expect(noted).toEqual([
      'first begins',
      'same begins',
      'first ends',
      'changed begins',
      'same hears typed',
      'changed hears typed',
    ])
  })
})

import type { Action, AppEpic } from '../contract/index.ts'
import type { EpicRunner } from '../store/index.ts'

/** Epics that were loaded on demand, and their runner. */
export interface DeferredEpics {
  readonly runner: EpicRunner
  readonly epics: readonly AppEpic<never>[]
  /** The calls that the epics may make. */
  readonly io: unknown
}

/** Options of an epic runner that loads its epics on demand. */
export interface DeferredEpicsOptions {
  readonly owner: string
  readonly load: () => Promise<DeferredEpics>
  /** After a failed load, for each waiting action: the action to dispatch instead; undefined to wait for the next attempt. */
  readonly onMissing: (waiting: Action) => Action | undefined
}

/** An epic runner that loads its epics on demand. */
export interface DeferredRunner extends EpicRunner {
  /** Load the epics, unless they are loaded or loading. */
  readonly load: () => void
}

/** An epic runner that loads its epics on demand. Actions dispatched before loading are replayed to them, with the current state. */
export function createDeferredEpics({ owner, load, onMissing }: DeferredEpicsOptions): DeferredRunner {
  const ended = new AbortController()
  let waiting: readonly Action[] = []
  let runner: EpicRunner | null = null
  let isLoading = false
  let start: (loaded: DeferredEpics) => void = () => undefined
  let answer: (action: Action) => unknown = () => undefined

  const onLoadFailed = () => {
    const answers = waiting.map((action) => ({ action, answer: onMissing(action) }))
    waiting = answers.filter((one) => one.answer === undefined).map(({ action }) => action)
    for (const one of answers) if (one.answer) answer(one.answer)
  }
  return {
    middleware: (api) => (next) => {
      answer = api.dispatch
      let handle = (action: unknown) => {
        waiting = [...waiting, action as Action]
        return next(action)
      }
      start = ({ runner: loaded, epics, io }) => {
        let isReplayed = true
        // Replayed actions have already passed the reducers.
        const dispatchToEpics = loaded.middleware(api)((action) => (isReplayed ? action : next(action)))
        runner = loaded
        for (const epic of epics) loaded.run(owner, epic, io)
        const missed = waiting
        waiting = []
        handle = (action) => {
          isReplayed = false
          return dispatchToEpics(action)
        }
        for (const action of missed) {
          isReplayed = true
          dispatchToEpics(action)
        }
        isReplayed = false
      }
      return (action) => handle(action)
    },
    run: (...started) => runner?.run(...started),
    stop() {
      ended.abort()
      runner?.stop()
    },
    load() {
      if (runner || isLoading) return
      isLoading = true
      load()
        .then(
          (loaded) => !ended.signal.aborted && start(loaded),
          () => !ended.signal.aborted && onLoadFailed(),
        )
        .finally(() => (isLoading = false))
    },
  }
}

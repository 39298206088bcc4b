import type { Action, AppEpic } from '../contract/index.ts'
import type { EpicRunner } from '../store/index.ts'

/** Epics that were loaded on demand, and their runner. */
export interface LateEpics {
  readonly runner: EpicRunner
  readonly epics: readonly AppEpic<never>[]
  /** The calls that the epics may make. */
  readonly io: unknown
}

/** Options of an epic runner that loads its epics on demand. */
export interface LateEpicsOptions {
  readonly owner: string
  readonly load: () => Promise<LateEpics>
  /** After a failed load, for each waiting action: the action to dispatch instead; undefined to wait for the next attempt. */
  readonly onMissing: (waiting: Action) => Action | undefined
}

/** An epic runner that loads its epics on demand. */
export interface LateRunner extends EpicRunner {
  /** Load the epics, unless they are loaded or loading. */
  readonly wake: () => void
}

/** An epic runner that loads its epics on demand. Actions dispatched before loading are replayed to them, with the current state. */
export function lateEpics({ owner, load, onMissing }: LateEpicsOptions): LateRunner {
  const ended = new AbortController()
  let waiting: readonly Action[] = []
  let runner: EpicRunner | null = null
  let isLoading = false
  let begin: (loaded: LateEpics) => void = () => undefined
  let answer: (action: Action) => unknown = () => undefined

  const miss = () => {
    const told = waiting.map((action) => ({ action, answer: onMissing(action) }))
    waiting = told.filter((one) => one.answer === undefined).map(({ action }) => action)
    for (const one of told) if (one.answer) answer(one.answer)
  }
  return {
    middleware: (api) => (next) => {
      answer = api.dispatch
      let handle = (action: unknown) => {
        waiting = [...waiting, action as Action]
        return next(action)
      }
      begin = ({ runner: loaded, epics, io }) => {
        let isRepeated = true
        // Replayed actions have already passed the reducers.
        const tell = loaded.middleware(api)((action) => (isRepeated ? action : next(action)))
        runner = loaded
        for (const epic of epics) loaded.run(owner, epic, io)
        const missed = waiting
        waiting = []
        handle = (action) => {
          isRepeated = false
          return tell(action)
        }
        for (const action of missed) {
          isRepeated = true
          tell(action)
        }
        isRepeated = false
      }
      return (action) => handle(action)
    },
    run: (...started) => runner?.run(...started),
    stop() {
      ended.abort()
      runner?.stop()
    },
    wake() {
      if (runner || isLoading) return
      isLoading = true
      load()
        .then(
          (loaded) => !ended.signal.aborted && begin(loaded),
          () => !ended.signal.aborted && miss(),
        )
        .finally(() => (isLoading = false))
    },
  }
}

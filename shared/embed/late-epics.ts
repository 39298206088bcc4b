import type { Action, AppEpic } from '../contract/index.ts'
import type { EpicRunner } from '../store/index.ts'

/** Epics with code of their own, and what runs them. */
export interface LateEpics {
  readonly runner: EpicRunner
  readonly epics: readonly AppEpic<never>[]
  /** Their calls. */
  readonly io: unknown
}

/** What is needed to run epics that come late. */
export interface LateEpicsOptions {
  readonly owner: string
  readonly load: () => Promise<LateEpics>
  /** They have not come: what follows from an action that waits for them; nothing for one that can wait for the next attempt. */
  readonly onMissing: (waiting: Action) => Action | undefined
}

/** A runner whose epics are loaded once they are wanted. */
export interface LateRunner extends EpicRunner {
  /** Load them, unless they are there or on their way. */
  readonly wake: () => void
}

/** The epic runner of a store whose epics come late: what was dispatched before is told to them then, with the state as it is by then. */
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
        // The reducers have seen what is told to the epics now.
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

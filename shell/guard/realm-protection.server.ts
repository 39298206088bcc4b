import { toAppError } from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'
import { snapshotRealm, type RealmChanges, type RealmSnapshot } from './realm.server.ts'

/** Runs a step of what a release does; afterwards, what it has changed of the realm is undone. */
export type Step = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs the code of a release in steps.
 * @throws AppError release/changes-globals when a step has changed global variables or built-ins, whatever else it has thrown
 */
export type RealmProtection = <T>(app: string, run: (step: Step) => Promise<T>) => Promise<T>

/** Changes that are named in an error. */
const MAX_NAMES = 10

/** `onSpoilt` is called when a change cannot be undone: nothing in this process may be relied on then. */
export function createRealmProtection(onSpoilt: () => void = () => undefined): RealmProtection {
  let realm: RealmSnapshot | null = null
  let running = 0
  return async (app, run) => {
    // Those that run at the same time share a snapshot: a later one could have in it what another release has changed.
    const before = (realm ??= snapshotRealm())
    const found: RealmChanges[] = []
    running += 1
    try {
      const made = await run((work) =>
        work().finally(() => {
          const changes = before.restore()
          if (!changes.areUndone) onSpoilt()
          if (changes.names.length > 0) found.push(changes)
        }),
      )
      refuse(app, found)
      return made
    } catch (error) {
      // Errors of code that has met changed built-ins say nothing.
      if (toAppError(error).code !== 'release/changes-globals') refuse(app, found)
      throw error
    } finally {
      running -= 1
      if (running === 0) realm = null
    }
  }
}

function refuse(app: string, [changes]: readonly RealmChanges[]): void {
  if (!changes) return
  const { names } = changes
  const more = names.length - MAX_NAMES
  const problems = [
    ...names.slice(0, MAX_NAMES).map((name) => `it changes ${name}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
  throw releaseError('release/changes-globals', { details: { app, problems } })
}

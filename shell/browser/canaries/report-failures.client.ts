import type { Bus, PageState } from '@tessera/shared/contract'
import type { Failure } from './report-failure.client.ts'

/**
 * While some visitors see another release of a remote: report failures of this page's releases to the site, in a slot or with an error
 * that nothing has caught, e.g. of a timer or a promise. Pages without failures do not load the code for it.
 */
export function reportFailures(bus: Pick<Bus, 'on'>, page: () => Pick<PageState, 'canaries'>): void {
  const reported = new Set<string>()
  const report = (failure: Failure): void => {
    const { canaries } = page()
    if (!canaries) return
    import('./report-failure.client.ts').then(
      ({ reportFailure }) => reportFailure(failure, canaries, reported),
      ignore,
    )
  }
  bus.on('remote.failed', report)
  addEventListener('error', report)
  addEventListener('unhandledrejection', report)
}

/** Without the code for it a failure is not counted. */
const ignore = (): void => undefined

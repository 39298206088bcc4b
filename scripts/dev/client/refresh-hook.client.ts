/**
 * Connects React with React Refresh. Every remote has a refresh runtime of its own, and one that loads after React has
 * started would find no renderer, accept updates and render nothing. So this hook has to exist before React, to keep the
 * list of renderers; React's browser extension does the same where it is installed.
 */
const renderers = new Map<number, unknown>()

const hook = {
  renderers,
  supportsFiber: true,
  inject(renderer: unknown): number {
    const id = renderers.size + 1
    renderers.set(id, renderer)
    return id
  },
  onScheduleFiberRoot: (): void => undefined,
  onCommitFiberRoot: (): void => undefined,
  onCommitFiberUnmount: (): void => undefined,
}

/** Install the hook, unless the page has one already. */
export function provideRefreshHook(): void {
  const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: unknown }
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= hook
}

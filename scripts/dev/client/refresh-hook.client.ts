/**
 * The place where React and React Refresh meet. Every remote brings a refresh runtime of its own, and one that comes after
 * React has started would find no renderer, take updates and redraw nothing. So somebody must be there before React who
 * keeps the list; the browser extension does the same where it is installed.
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

/** Put the hook on the page, unless somebody has one already. */
export function provideRefreshHook(): void {
  const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: unknown }
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= hook
}

const POLL_MS = 5

/** Poll until a condition is true, where no event signals it. @throws Error that shows the condition, when it is not true in time */
export async function until(isSo: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  for (const end = performance.now() + timeoutMs; !(await isSo());) {
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${isSo.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

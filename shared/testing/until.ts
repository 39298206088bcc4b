const POLL_MS = 5

/** Poll until a condition is true, where no event reports it. @throws Error with the condition's source after `timeoutMs` */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  for (const end = performance.now() + timeoutMs; !(await condition());) {
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

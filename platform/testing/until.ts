const LOOK_AGAIN_MS = 5

/** Wait until something is so, where nothing tells of it. @throws Error that shows the question, when it is not so in good time */
export async function until(isSo: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await isSo());) {
    if (performance.now() > end) throw new Error(`not within ${patienceMs} ms: ${isSo.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

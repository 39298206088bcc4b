/** What the federation runtime says each time a remote is replaced, which is how a release goes live here. */
const EXPECTED = /The remote "\w+" is already registered/

/** Keep that one warning from the log of this process: the runtime has no quiet way to replace a remote. */
export function quietFederation(): void {
  const { warn } = console
  // eslint-disable-next-line no-console -- the runtime logs here and nowhere else
  console.warn = (...words: unknown[]) => {
    if (!words.some((word) => EXPECTED.test(String(word)))) warn(...words)
  }
}

/** What the federation runtime says each time a remote is replaced, which under `npm run dev` is what everybody wants. */
const EXPECTED = /The remote "\w+" is already registered/

/** Keep that one warning from the terminal of this process. */
export function quietFederation(): void {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!words.some((word) => EXPECTED.test(String(word)))) warn(...words)
  }
}

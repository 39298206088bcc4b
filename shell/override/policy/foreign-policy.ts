type Policy = Readonly<Record<string, readonly string[]>>

/** What the files of a remote are. */
const FILES = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']

/** Policies that let the files of one other machine in besides, where they say anything of files of that kind. */
export const withForeignFiles = (policies: readonly Policy[], origin: string): readonly Policy[] =>
  policies.map((policy) =>
    Object.fromEntries(
      Object.entries(policy).map(([name, sources]) => [
        name,
        FILES.includes(name) ? [...sources, origin] : sources,
      ]),
    ),
  )

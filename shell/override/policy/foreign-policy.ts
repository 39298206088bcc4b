type Policy = Readonly<Record<string, readonly string[]>>

/** Policy directives for the files of a remote. */
const FILES = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']

/** Policies that also allow files of one other origin, in those directives that they have. */
export const withForeignFiles = (policies: readonly Policy[], origin: string): readonly Policy[] =>
  policies.map((policy) =>
    Object.fromEntries(
      Object.entries(policy).map(([name, sources]) => [
        name,
        FILES.includes(name) ? [...sources, origin] : sources,
      ]),
    ),
  )

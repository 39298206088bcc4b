import { remotesHere } from '../build/apps.ts'

/** One check that is a program of its own: a Node script with its arguments. */
export interface StaticCheck {
  /** What the check is about, for the line above its output. */
  readonly name: string
  /** Script below the root, then its arguments. */
  readonly command: readonly [script: string, ...args: string[]]
  readonly timeoutMs: number
}

const MINUTE_MS = 60_000

/** Where `dependency-cruiser` starts to look: everything that is ours. */
const SOURCE_FOLDERS = [
  'shell',
  'shared',
  'platform',
  ...remotesHere().map(({ name }) => name),
  'e2e',
  'bench',
  'scripts',
  'rspack.config.ts',
] as const

/** Checks that read the code and run none of it, cheapest reason to fail first. */
export const STATIC_CHECKS: readonly StaticCheck[] = [
  {
    name: 'type check',
    // One thread: others wait for the processors.
    command: ['node_modules/typescript-7/bin/tsc', '-p', '.', '--singleThreaded'],
    timeoutMs: 5 * MINUTE_MS,
  },
  {
    name: 'formatting',
    command: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
    timeoutMs: 5 * MINUTE_MS,
  },
  {
    name: 'lint',
    command: ['node_modules/eslint/bin/eslint.js', '--max-warnings=0', '.'],
    timeoutMs: 10 * MINUTE_MS,
  },
  {
    name: 'dependency graph',
    command: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config=.dependency-cruiser.mjs',
      ...SOURCE_FOLDERS,
    ],
    timeoutMs: 5 * MINUTE_MS,
  },
  {
    name: 'unused code',
    command: ['node_modules/knip/bin/knip.js', '--no-progress'],
    timeoutMs: 5 * MINUTE_MS,
  },
]

import path from 'node:path'
import { ESLint } from 'eslint'
import { ROOT } from '../paths/root.ts'

/** Rules that ask the type checker cannot be asked about a file that does not exist. */
const NEEDS_TYPES = [
  'no-floating-promises',
  'no-misused-promises',
  'await-thenable',
  'switch-exhaustiveness-check',
]

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: { parserOptions: { projectService: false } },
    rules: Object.fromEntries(NEEDS_TYPES.map((name) => [`@typescript-eslint/${name}`, 'off'])),
  },
})

async function findings(file: string, code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: path.join(ROOT, file) })
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'parser'}: ${message}`)
}

const long = (lines: number) =>
  Array.from({ length: lines }, (_, at) => `export const line${at} = ${at}`).join('\n')

describe('what may stand in a file (style)', () => {
  it.each([
    ['a default export', 'shared/io/sample.ts', 'export default 1', /Named exports only/],
    [
      'a value of any type',
      'shared/io/sample.ts',
      'export const read = (value: any) => value',
      /no-explicit-any/,
    ],
    [
      'a question which side this is',
      'mfe-search/ui/sample.ts',
      `export const isServer = typeof window === 'undefined'`,
      /which entry ran/,
    ],
    [
      'a global in domain',
      'mfe-search/domain/sample.ts',
      'export const load = () => fetch("/")',
      /no-restricted-globals/,
    ],
    [
      'a timer in domain',
      'shell/http/sample.ts',
      'export const later = (f: () => void) => setTimeout(f, 1)',
      /no-restricted-globals/,
    ],
    [
      'the clock in domain',
      'shell/http/sample.ts',
      'export const now = () => Date.now()',
      /no-restricted-properties/,
    ],
    [
      'the clock in domain, as a date',
      'shell/http/sample.ts',
      'export const now = () => new Date()',
      /gets the time/,
    ],
    [
      'chance in domain',
      'platform/domain/sample.ts',
      'export const id = () => Math.random()',
      /no-restricted-properties/,
    ],
    [
      'a timer at module level',
      'mfe-search/state/sample.ts',
      'setInterval(() => undefined, 1000)',
      /survive a swap/,
    ],
    [
      'a listener at module level',
      'mfe-search/ui/sample.ts',
      `window.addEventListener('click', () => undefined)`,
      /survive a swap/,
    ],
    [
      'a variable at module level',
      'shell/start/sample.server.ts',
      'let count = 0\nexport const next = () => (count += 1)',
      /Nothing mutable/,
    ],
    [
      'an empty map at module level',
      'shell/start/sample.server.ts',
      'export const cache = new Map<string, string>()',
      /Nothing mutable/,
    ],
    [
      'HTML set by anybody',
      'mfe-content/ui/sample.tsx',
      'export const Raw = () => <p dangerouslySetInnerHTML={{ __html: "" }} />',
      /Only RichText/,
    ],
    [
      'an inline style',
      'mfe-content/ui/sample.tsx',
      'export const Red = () => <p style={{ color: "red" }} />',
      /inline styles/,
    ],
    [
      'an image without words',
      'mfe-content/ui/sample.tsx',
      'export const Blank = () => <img src="/a.svg" />',
      /jsx-a11y\/alt-text/,
    ],
    [
      'a hook behind a condition',
      'shared/ui/sample.tsx',
      `import { useState } from 'react'\nexport function Odd({ is }: { is: boolean }) { if (is) useState(1); return null }`,
      /rules-of-hooks/,
    ],
    [
      'a decision by language',
      'shared/io/sample.ts',
      `export const isWelsh = (language: string) => language === 'cy'`,
      /names no language/,
    ],
    [
      'a decision by the beginning of a language',
      'shared/io/sample.ts',
      `export const isEnglish = (language: string) => language.startsWith('en')`,
      /names no language/,
    ],
    [
      'a list of languages in domain',
      'mfe-search/domain/sample.ts',
      `export const known = ['en-GB', 'cy'].map((language) => language.length)`,
      /names no language/,
    ],
    [
      'a catalogue that counts for itself',
      'mfe-search/messages/fr.ts',
      `export const pages = (count: number) => (count === 1 ? 'une page' : 'des pages')`,
      /by `plural`/,
    ],
    [
      'a loose comparison',
      'shared/io/sample.ts',
      'export const same = (a: string, b: string) => a == b',
      /eqeqeq/,
    ],
    ['a print', 'shell/start/sample.ts', 'export const say = () => console.log(1)', /no-console/],
    ['a long file', 'shared/io/sample.ts', long(260), /max-lines/],
    [
      'a long function',
      'shared/io/sample.ts',
      `export function long() {\n${'  Object.keys({})\n'.repeat(61)}}`,
      /max-lines-per-function/,
    ],
  ])('finds %s', async (_what, file, code, message) => {
    expect((await findings(file, `${code}\n`)).join('\n')).toMatch(message)
  })

  it.each([
    [
      'a timer inside a function of a remote',
      'mfe-search/ui/sample.ts',
      'export const later = (f: () => void) => setTimeout(f, 1)',
    ],
    [
      'a date made from a value in domain',
      'shell/http/sample.ts',
      'export const read = (value: string) => new Date(value)',
    ],
    ['a table at module level', 'shell/http/sample.ts', `export const names = new Set(['a'])`],
    ['a long test', 'shared/io/sample.test.ts', long(260)],
    ['the default export that a tool wants', 'e2e/playwright.config.ts', 'export default 1'],
  ])('leaves %s alone', async (_what, file, code) => {
    expect(await findings(file, `${code}\n`)).toEqual([])
  })
})

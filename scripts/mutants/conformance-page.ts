import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** The state of a statement. `note` is the text after the colon: what is missing, or the number of the decision and the reason. */
export interface RowState {
  readonly kind: 'built' | 'partly' | 'differs' | 'not built'
  readonly note: string
}

/** A statement of docs/conformance.md, with its tests. */
export interface Row {
  readonly line: number
  /** `2.14`: the fourteenth statement of section 2 of the specification; `cache-3`: one of our own. */
  readonly id: string
  readonly statement: string
  /** Null when the page has an unknown state. */
  readonly state: RowState | null
  readonly tests: readonly { readonly file: string; readonly title: string }[]
  /** The text of the last cell that is not a test. */
  readonly rest: string
}

const TEST = /`([^`]+\.(?:test|e2e)\.tsx?) › ([^`]+)`/g
const STATE = /^(built|partly|differs|not built)(?:: (.+))?$/

/** Rows of every table in a conformance page. */
export const readPage = (markdown: string): readonly Row[] =>
  markdown.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || /^\| (No\. |---)/.test(text)) return []
    const [id = '', statement = '', state = '', last = ''] = text
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim())
    const tests = [...last.matchAll(TEST)].map(([, file = '', title = '']) => ({
      file,
      title: title.replaceAll('\\|', '|'),
    }))
    const rest = last.replace(TEST, '').replace(/[,\s]/g, '')
    return [{ line: index + 1, id, statement, state: readState(state), tests, rest }]
  })

function readState(text: string): RowState | null {
  const [, kind, note = ''] = STATE.exec(text) ?? []
  return kind === undefined ? null : { kind: kind as RowState['kind'], note }
}

/** The rows of this site's page. */
export const conformanceRows = (): readonly Row[] =>
  readPage(readFileSync(path.join(ROOT, 'docs/conformance.md'), 'utf8'))

const sources = new Map<string, string>()

/** A test file's source on one line, with unescaped quotes; empty when it does not exist. */
function sourceOf(file: string): string {
  const known = sources.get(file)
  if (known !== undefined) return known
  const absolute = path.join(ROOT, file)
  const source = existsSync(absolute)
    ? readFileSync(absolute, 'utf8')
        .replace(/\\(['"`|])/g, '$1')
        .replace(/\s+/g, ' ')
    : ''
  sources.set(file, source)
  return source
}

const PLACE = /%[sjidp]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/

const isTemplate = (title: string): boolean =>
  PLACE.test(title) && title.replaceAll(new RegExp(PLACE, 'g'), '').trim().length > 3

/** Whether a test's title is equal to `title`, or matches it when `title` has placeholders (`%s`, `%j`, `${…}`). */
export function fitsTitle(own: string, title: string): boolean {
  const [text, words] = [own, title].map((each) => each.replace(/\s+/g, ' ').trim()) as [string, string]
  if (text === words || !PLACE.test(words)) return text === words
  return new RegExp(`^${titlePattern(words)}$`).test(text)
}

/** A regular expression for the titles that a title with placeholders stands for. */
export const titlePattern = (title: string): string =>
  title
    .split(new RegExp(PLACE, 'g'))
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')

/**
 * Whether a file has a test of this title: literally, as a title with placeholders, or as a case of such a title.
 */
export function hasTest(file: string, title: string): boolean {
  const source = sourceOf(file)
  const words = title.replace(/\s+/g, ' ')
  const isNamed = [`'`, '"', '`'].some((quote) => source.includes(`${quote}${words}${quote}`))
  return isNamed || titlesOf(source).some((own) => isTemplate(own) && fitsTitle(words, own))
}

const titlesOf = (source: string): readonly string[] =>
  [...source.matchAll(/\( ?(['"`])((?:(?!\1).)*)\1/g)].map(([, , text = '']) => text)

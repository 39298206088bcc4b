import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** One declaration of a style sheet. */
interface Declaration {
  readonly file: string
  readonly name: string
  readonly value: string
}

/** Where the two directions are written down one beside the other. */
const EXCEPTIONS = [
  'shell/document/site.css: transform-origin: 0 0',
  'shell/document/site.css: transform-origin: 100% 0',
]

const SIDED_NAME =
  /^(left|right|(scroll-)?(margin|padding)-(left|right)|border-(left|right)(-\w+)?|border-(top|bottom)-(left|right)-radius)$/
const SIDED_VALUE = /^(text-align|float|clear|text-align-last|justify-(content|items|self))$/
const FOUR_SIDES = /^((scroll-)?(margin|padding)|inset|border-(width|style|color))$/
/** What knows no logical form: `rotate` takes its angle from `--forward`. */
const TURNS = /^(rotate|transform-origin|background-position(-x)?)$/

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

const declarationsOf = (file: string, css: string): readonly Declaration[] =>
  [...withoutComments(css).matchAll(/(?<=[{;]\s*)([a-z][a-z-]*)\s*:\s*([^;{}]+?)\s*(?=[;}])/g)].map(
    ([, name = '', value = '']) => ({ file, name, value }),
  )

/** The words of a value, each with what stands in its parentheses. */
const parts = (value: string): readonly string[] =>
  value.match(/(?:[^\s()]+|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

/** The value at the left and at the right of a property with up to four sides. */
function sides(value: string): readonly (string | undefined)[] {
  const [, right, , left = right] = parts(value)
  return [left, right]
}

/** Whether a declaration says the same in whichever direction a page is written. */
function isMirrored({ name, value }: Declaration): boolean {
  if (SIDED_NAME.test(name)) return false
  if (SIDED_VALUE.test(name)) return !/\b(left|right)\b/.test(value)
  if (FOUR_SIDES.test(name)) return new Set(sides(value)).size === 1
  if (name === 'border-radius') {
    const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = parts(value)
    return topLeft === topRight && bottomLeft === bottomRight
  }
  if (TURNS.test(name)) return value.includes('--forward')
  if (name === 'translate') return parts(value)[0] === '0'
  return !/translateX|translate\((?!0)|translate3d|skew|rotate\(/.test(value)
}

const sheets = globSync('{shell,shared,mfe-*}/**/*.css', { cwd: ROOT, exclude: ['**/node_modules/**'] })
const oneSided = sheets
  .flatMap((file) => declarationsOf(file, readFileSync(path.join(ROOT, file), 'utf8')))
  .filter((declaration) => !isMirrored(declaration))
  .map(({ file, name, value }) => `${file}: ${name}: ${value}`)

describe('style sheets know no left and right (docs/decisions/0025)', () => {
  it('but the starts and ends of a line, so that pages are mirrored where they are read from right to left', () => {
    expect(sheets.length).toBeGreaterThan(15)
    expect(oneSided.toSorted()).toEqual(EXCEPTIONS.toSorted())
  })

  it.each([
    ['left: 0', false],
    ['margin-right: 1rem', false],
    ['border-left-color: red', false],
    ['border-top-right-radius: 0', false],
    ['text-align: left', false],
    ['padding: 0 1rem 0 var(--space-1)', false],
    ['margin: 0 var(--a, calc(1px + 2px)) 0 auto', false],
    ['border-radius: 0 1rem 1rem 0', false],
    ['rotate: 45deg', false],
    ['translate: 1rem 0', false],
    ['transform: translateX(1rem)', false],
    ['inset-inline-start: 0', true],
    ['padding: 0 1rem', true],
    ['padding: 0 calc(1rem + 2px) 3rem calc(1rem + 2px)', true],
    ['border-radius: 0 0 1rem 1rem', true],
    ['text-align: start', true],
    ['rotate: calc(180deg + var(--forward))', true],
    ['translate: 0 1rem', true],
  ])('finds that "%s" is the same both ways: %p', (declaration, expected) => {
    expect(declarationsOf('a.css', `.a { ${declaration}; }`).map(isMirrored)).toEqual([expected])
  })
})

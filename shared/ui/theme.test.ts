import { readFileSync } from 'node:fs'

const css = readFileSync('shared/ui/theme.css', 'utf8')
const darkStart = css.indexOf('@media screen and (prefers-color-scheme: dark)')

/** Colour tokens in a part of the style sheet. */
const tokens = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--(color-[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  )

const light = tokens(css.slice(0, darkStart))
const dark = { ...light, ...tokens(css.slice(darkStart, css.indexOf('*,'))) }

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright! + 0.05) / (dim! + 0.05)
}

const SURFACES = ['color-surface', 'color-surface-raised', 'color-surface-sunken']
const TEXT = [
  'color-ink',
  'color-muted',
  'color-link',
  'color-link-visited',
  'color-accent',
  'color-error',
  'color-success',
]
const TEXT_PAIRS: [string, string][] = [
  ...TEXT.flatMap((text) => SURFACES.map((surface) => [text, surface] satisfies [string, string])),
  ['color-brand-ink', 'color-brand'],
  ['color-brand-ink', 'color-brand-raised'],
  ['color-brand-muted', 'color-brand'],
  ['color-action-ink', 'color-action'],
  ['color-action-ink', 'color-action-hover'],
  ['color-action', 'color-surface'],
  ['color-action', 'color-surface-sunken'],
  ['color-ink', 'color-highlight'],
  ['color-error', 'color-error-surface'],
  ['color-ink', 'color-error-surface'],
  ['color-success', 'color-success-surface'],
  ['color-ink', 'color-success-surface'],
  ['color-ink', 'color-warning-surface'],
]
/** Non-text parts: borders of controls, focus rings. */
const EDGE_PAIRS: [string, string][] = [
  ...['color-line-strong', 'color-focus'].flatMap((edge) =>
    SURFACES.map((surface) => [edge, surface] satisfies [string, string]),
  ),
  ['color-focus-on-brand', 'color-brand'],
  ['color-focus-on-brand', 'color-brand-raised'],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s scheme (WCAG 2.2 AA)', (_, scheme) => {
  test.each(TEXT_PAIRS)('%s can be read on %s', (text, surface) => {
    expect(contrast(scheme[text]!, scheme[surface]!)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(EDGE_PAIRS)('%s can be seen on %s', (edge, surface) => {
    expect(contrast(scheme[edge]!, scheme[surface]!)).toBeGreaterThanOrEqual(3)
  })
})

test('what is printed is light, whatever the screen is', () => {
  expect([...css.matchAll(/@media[^{]*prefers-color-scheme[^{]*/g)].map(([query]) => query.trim())).toEqual([
    '@media screen and (prefers-color-scheme: dark)',
  ])
  expect(css.slice(css.indexOf('@media print'))).toContain('color-scheme: light;')
})

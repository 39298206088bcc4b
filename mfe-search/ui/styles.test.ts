import { readFileSync } from 'node:fs'
import path from 'node:path'
import { manifest } from '../manifest.ts'

/** The rules of a style sheet that apply in forced colours, each with its selector. */
function forcedRules(file: string): readonly (readonly [selector: string, declarations: string])[] {
  const css = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const block = /@media \(forced-colors: active\) \{(.*?)\n\}/s.exec(css)?.[1] ?? ''
  return [...block.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = '', declarations = '']) => [
    selector.trim(),
    declarations,
  ])
}

describe('in forced colours', () => {
  test.each([
    ['items of filters', 'filters.module.css', '.items .chosen.box::before'],
    ['suggestions', 'search-box.module.css', ".popup [aria-selected='true']"],
  ])('of %s what is selected has the colour of a selection, and nothing else has', (_, file, selected) => {
    const highlighted = forcedRules(file).filter(([, declarations]) => /\bHighlight\b/.test(declarations))
    expect(highlighted.map(([selector]) => selector)).toEqual([selected])
  })

  test('the line under a tab is that of the one that is shown alone', () => {
    const rules = forcedRules('search.module.css').filter(([selector]) => selector.startsWith('.tabs a'))
    expect(rules).toEqual([['.tabs a:not([aria-current])', expect.stringContaining('border-color: Canvas')]])
  })
})

describe('code of search', () => {
  test('comes once its page or listing is seen, and never for short lists alone', () => {
    const { staticRoutes = [], nestedViews = [] } = manifest
    const hydrated = [...staticRoutes, ...nestedViews].map(({ view, hydrate }) => [view, hydrate])
    expect(hydrated).toEqual([
      ['results', 'visible'],
      ['listing', 'visible'],
      ['composition', 'visible'],
      ['minilist', 'never'],
    ])
  })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { JSDOM, VirtualConsole } from 'jsdom'
import type { RenderedFixture } from '../../shell/guard/render-fixture.server.ts'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** How many characters of a faulty element are shown. */
const MAX_SHOWN = 160

/**
 * Rules that markup alone cannot prove: about the effect of style sheets or layout, and about whole documents, of which a fixture is
 * only a part.
 */
const NOT_HERE = [
  ...['color-contrast', 'color-contrast-enhanced', 'link-in-text-block', 'target-size'],
  ...['scrollable-region-focusable', 'css-orientation-lock', 'frame-tested'],
  ...[
    'document-title',
    'page-has-heading-one',
    'landmark-one-main',
    'bypass',
    'meta-refresh',
    'meta-viewport',
  ],
  // Slots of the frame are inside a header or a footer, and a slot beside a page is outside `main`.
  ...['region', 'landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level'],
  'landmark-complementary-is-top-level',
]

const OPTIONS: RunOptions = {
  rules: Object.fromEntries(NOT_HERE.map((id) => [id, { enabled: false }])),
  resultTypes: ['violations'],
  // axe fetches nothing.
  preload: false,
  iframes: false,
  elementRef: false,
}

type Axe = { run(context: Element, options: RunOptions): Promise<AxeResults> }

/** The violations that axe finds in the markup of fixtures, best practices included: one line each, with the view. Runs no script of it. */
export async function markupProblems(rendered: readonly RenderedFixture[]): Promise<readonly string[]> {
  const { window } = new JSDOM(
    '<!doctype html><html><head><title>fixture</title></head><body></body></html>',
    {
      runScripts: 'outside-only',
      // An empty console hides jsdom's warnings that it has no canvas.
      virtualConsole: new VirtualConsole(),
    },
  )
  try {
    const { document } = window
    window.eval(readFileSync(AXE, 'utf8'))
    const { axe } = window as unknown as { readonly axe: Axe }
    const found = new Set<string>()
    for (const { view, language, markup } of rendered) {
      document.documentElement.lang = language
      document.body.innerHTML = `<main>${markup}</main>`
      const { violations } = await axe.run(document.documentElement, OPTIONS)
      for (const { id, help, nodes } of violations)
        for (const { html } of nodes) found.add(`view: ${view}: ${id}: ${help}: ${shorten(html)}`)
    }
    return [...found]
  } finally {
    window.close()
  }
}

const shorten = (html: string): string => (html.length > MAX_SHOWN ? `${html.slice(0, MAX_SHOWN)}…` : html)

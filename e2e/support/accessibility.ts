import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on colours only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The builder itself loads axe, unminified, twice for each check; this loads it once for each document. */
const AXE = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const LOAD_ONCE = `if (!('axe' in window)) { ${readFileSync(AXE, 'utf8')} }`
/** Replaces the source that the builder evaluates. */
const LOADED = 'window.axe.version'

/** Expect that axe finds nothing on the page in its current state: all its rules, best practices included. */
export const expectAccessible = (page: Page): Promise<void> => expectNothing(page, {})

/** Expect that axe finds nothing wrong with the colours of the page in its current state. */
const expectReadableColours = (page: Page): Promise<void> =>
  expectNothing(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })

/** Expect that the page does not scroll sideways; polled, because a width may have just changed. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(excess, `${page.url()} is as wide as the window`).toBeLessThanOrEqual(0)
}

/** Make the text twice as large, as visitors can in the settings of their browser. Media queries in `rem` follow. */
export async function enlargeText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

/** Expect that no line of text on the page is cut off at the side of a box that hides what is wider than it, e.g. of a card. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(linesCutOff), `text of ${page.url()}`).toEqual([])
}

/** Runs in the page: the texts with a line that is partly outside of its box. Boxes as wide as a pixel hide all that they hold. */
function linesCutOff(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    let box = text.parentElement
    while (box && getComputedStyle(box).overflowX !== 'hidden') box = box.parentElement
    const { left, right, width } = box?.getBoundingClientRect() ?? new DOMRect()
    if (!box || width <= 1) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const isCut = [...range.getClientRects()].some((line) => line.left < left - 1 || line.right > right + 1)
    if (isCut && text.textContent?.trim()) found.push(text.textContent)
  }
  return found
}

/** Expect that no word of up to eight letters is broken between two lines, as in a column that is narrower than its words. */
export async function expectWholeWords(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(brokenWords), `words of ${page.url()}`).toEqual([])
}

/** Runs in the page: the short words that stand on several lines. */
function brokenWords(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const found: string[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/(?<!\S)\p{L}{2,8}(?!\S)/gu)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      if (lines.size > 1) found.push(word)
    }
  }
  return found
}

/**
 * Expect that axe finds nothing at any of these widths in either colour scheme: all its rules in the light one, and in the dark
 * one the rules for colours, which are all that changes. `open` opens the page once.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  open: () => Promise<unknown>,
  [widest, ...narrower]: readonly [number, ...number[]] = [1280, 390],
): Promise<void> {
  const show = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width: widest, height: 900 })
  await show('light')
  await open()
  await page.evaluate(changeAtOnce)
  await expectAccessible(page)
  await show('dark')
  await expectReadableColours(page)
  for (const width of narrower) {
    await show('light')
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    await show('dark')
    await expectReadableColours(page)
  }
}

/** Runs in the page: ends all colour transitions. Even with reduced motion each element changes a frame after its parent. */
function changeAtOnce(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

async function expectNothing(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<void> {
  await page.evaluate(LOAD_ONCE)
  const builder = new AxeBuilder({ page, axeSource: LOADED })
    // Runs in the page itself: without frames from other origins no second page is needed to merge the findings.
    .setLegacyMode(true)
    // Only violations are described with their markup; describing what passed would be wasted.
    .options({ ...options, resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  )
  expect(findings, `accessibility of ${page.url()}`).toEqual([])
}

import { expect, type Locator } from '@playwright/test'

/** The left and right edge of an element on the page. */
export async function boxOf(element: Locator): Promise<{ readonly left: number; readonly right: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${String(element)} is not shown`)
  return { left: box.x, right: box.x + box.width }
}

/** Expect one element to precede another in a line that runs from right to left. */
export async function expectBefore(first: Locator, second: Locator): Promise<void> {
  expect((await boxOf(first)).left, `${String(first)} before ${String(second)}`).toBeGreaterThanOrEqual(
    (await boxOf(second)).right,
  )
}

/** Expect the text of an element to begin at its right edge. */
export async function expectTextAtRight(element: Locator): Promise<void> {
  const [text, box] = await element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [range.getBoundingClientRect().right, node.getBoundingClientRect().right]
  })
  expect(Math.abs((text ?? 0) - (box ?? 0)), `${String(element)} begins at the right`).toBeLessThan(1)
}

/** Expect an arrow after an element's text to point to the left: checks the borders that draw it, and its rotation. */
export async function expectArrowToLeft(element: Locator, pseudo: '::before' | '::after'): Promise<void> {
  const drawn = await element.evaluate((node, which) => {
    const { borderTopWidth, borderLeftWidth, borderRightWidth, borderBottomWidth, rotate } = getComputedStyle(
      node,
      which,
    )
    return [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth, rotate]
  }, pseudo)
  const line = drawn[0]
  expect(line).not.toBe('0px')
  expect(drawn).toEqual([line, '0px', '0px', line, '-45deg'])
}

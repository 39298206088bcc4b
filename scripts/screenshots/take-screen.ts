import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { compareBoxes } from './compare-boxes.ts'
import { readBoxes } from './read-boxes.ts'
import { pictureOf, SCHEMES, SIZES, type Box, type Screen, type Size } from './screen.ts'

/** Take a page in its current state, in every window and colour scheme: writes the pictures into the folder, and gives the boxes. */
export async function takeScreen(
  page: Page,
  folder: string,
  { group, name }: Pick<Screen, 'group' | 'name'>,
): Promise<Screen> {
  const id = idOf(`${group} ${name}`)
  const boxes: Partial<Record<Size, readonly Box[]>> = {}
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(SIZES[size])
    await page.evaluate(() => scrollTo(0, 0))
    boxes[size] = await settledBoxes(page)
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.screenshot({
        path: path.join(folder, pictureOf(id, size, scheme)),
        fullPage: true,
        animations: 'disabled',
      })
    }
  }
  const { pathname, search } = new URL(page.url())
  return { id, group, name, path: pathname + search, boxes: boxes as Screen['boxes'] }
}

const idOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** The boxes once fonts and all pictures, also those below the fold, are loaded, and nothing moves any more. */
async function settledBoxes(page: Page): Promise<readonly Box[]> {
  let boxes: readonly Box[] = []
  // Polled from Node, because without script nothing in the page can wait.
  await expect
    .poll(async () => {
      const [before, isLoaded] = [boxes, await page.evaluate(hasLoaded)]
      boxes = await readBoxes(page)
      return isLoaded && compareBoxes(before, boxes).length === 0
    })
    .toBe(true)
  return boxes
}

/** Runs in the page. */
function hasLoaded(): boolean {
  const pictures = [...document.images].filter((image) => image.checkVisibility())
  for (const image of pictures) image.loading = 'eager'
  return document.fonts.status === 'loaded' && pictures.every(({ complete }) => complete)
}

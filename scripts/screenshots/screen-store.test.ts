import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compareScreens } from './compare-screens.ts'
import { indexPage, summaryOf } from './index-page.ts'
import { pictureOf, SCHEMES, type Box, type Screen } from './screen.ts'
import { acceptScreens, screenStore, withGroups, type ScreenStore } from './screen-store.ts'

const BUTTON: Box = { name: 'button "Next"', x: 20, y: 300, width: 120, height: 44 }

const aScreen = (id: string, group = 'Pages', y = BUTTON.y): Screen => ({
  id,
  group,
  name: id,
  path: `/${id}`,
  boxes: { phone: [{ ...BUTTON, y }], desktop: [BUTTON] },
})

let folder: string
let now: ScreenStore
let accepted: ScreenStore

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-screens-'))
  now = screenStore(path.join(folder, 'now'))
  accepted = screenStore(path.join(folder, 'accepted'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Write the files that `takeScreen` would write. */
function taken(store: ScreenStore, screens: readonly Screen[], content: string): void {
  for (const { id } of screens)
    for (const size of ['phone', 'desktop'] as const)
      for (const scheme of SCHEMES)
        writeFileSync(path.join(store.folder, pictureOf(id, size, scheme)), content)
  store.write(screens)
}

const pictureIn = (store: ScreenStore, id: string): string =>
  path.join(store.folder, pictureOf(id, 'phone', 'dark'))
const statesNow = () =>
  compareScreens(accepted.read(), now.read()).map(({ screen, state }) => [screen.id, state])

describe('accepting screenshots (npm run screenshots -- --accept)', () => {
  test('every screen is new until it is accepted, and then the same', () => {
    taken(now, [aScreen('home'), aScreen('news')], 'first')
    expect(statesNow()).toEqual([
      ['home', 'new'],
      ['news', 'new'],
    ])
    expect(acceptScreens(now, accepted, new Set(['Pages']))).toBe(2)
    expect(statesNow()).toEqual([
      ['home', 'same'],
      ['news', 'same'],
    ])
    expect(readFileSync(pictureIn(accepted, 'news'), 'utf8')).toBe('first')
  })

  test('what is taken afterwards is compared with what was accepted, by window', () => {
    taken(now, [aScreen('home')], 'first')
    acceptScreens(now, accepted, new Set(['Pages']))
    taken(now, [aScreen('home', 'Pages', BUTTON.y + 30)], 'second')
    expect(compareScreens(accepted.read(), now.read())).toMatchObject([
      { state: 'changed', differences: { phone: ['from button "Next" on: 30 px lower'], desktop: [] } },
    ])
    expect(readFileSync(pictureIn(accepted, 'home'), 'utf8')).toBe('first')
  })

  test('only the groups that are named are accepted, and taken anew', () => {
    taken(now, [aScreen('home'), aScreen('report', 'Forms')], 'first')
    expect(acceptScreens(now, accepted, new Set(['Forms']))).toBe(1)
    expect(statesNow()).toEqual([
      ['home', 'new'],
      ['report', 'same'],
    ])
    const again = withGroups(now.read(), new Set(['Forms']), [aScreen('book', 'Forms')])
    expect(again.map(({ id }) => id)).toEqual(['home', 'book'])
    // The group of an interrupted tour is not listed, so its earlier screens stay.
    const brokenOff = withGroups(now.read(), new Set(), [aScreen('report', 'Forms', 0)])
    expect(brokenOff.map(({ id, boxes }) => [id, boxes.phone[0]?.y])).toEqual([
      ['home', BUTTON.y],
      ['report', 0],
    ])
  })

  test('a screen that is not there any more is said to be gone, until that is accepted and its pictures go', () => {
    taken(now, [aScreen('home'), aScreen('news')], 'first')
    acceptScreens(now, accepted, new Set(['Pages']))
    now.write([aScreen('home')])
    expect(existsSync(pictureIn(now, 'news'))).toBe(false)
    expect(statesNow()).toEqual([
      ['home', 'same'],
      ['news', 'gone'],
    ])
    acceptScreens(now, accepted, new Set(['Pages']))
    expect(statesNow()).toEqual([['home', 'same']])
    expect(existsSync(pictureIn(accepted, 'news'))).toBe(false)
  })
})

describe('the page to look through (npm run screenshots)', () => {
  test('has every screen in its group with a way on and back, its pictures beside the accepted ones, and what moved', () => {
    const before = [aScreen('home'), aScreen('news', 'Lists & news')]
    const after = [aScreen('home'), aScreen('news', 'Lists & news', BUTTON.y - 12)]
    const comparisons = compareScreens(before, after)
    expect(summaryOf(comparisons)).toBe('2 screens: 1 changed')
    const page = indexPage(comparisons)
    expect(page).toContain('Lists &#38; news')
    expect(page).toContain('<a rel="next" href="#news">')
    expect(page).toContain('<a rel="prev" href="#home">')
    for (const set of ['now', 'accepted'])
      for (const scheme of SCHEMES) expect(page).toContain(`src="${set}/news.phone-${scheme}.png"`)
    expect(page).toContain('from button &#34;Next&#34; on: 12 px higher')
  })

  test('says so when all is as it was accepted', () => {
    expect(summaryOf(compareScreens([aScreen('home')], [aScreen('home')]))).toBe('1 screens: all as accepted')
  })

  test('says how to have something to compare with where nothing was accepted', () => {
    expect(summaryOf(compareScreens([], [aScreen('home')]))).toMatch(
      /^1 screens: none were accepted on this machine; `npm run screenshots -- --accept`/,
    )
  })
})

import { describe, expect, test } from '@jest/globals'
import { compareBoxes } from './compare-boxes.ts'
import type { Box } from './screen.ts'

const aBox = (name: string, y: number, others: Partial<Box> = {}): Box => ({
  name,
  x: 20,
  y,
  width: 300,
  height: 40,
  ...others,
})

const PAGE = [
  aBox('h1 "Book"', 100),
  aBox('select "Where"', 200),
  aBox('button "Next"', 300),
  aBox('footer', 500),
]

describe('what moved since screenshots were accepted (npm run screenshots)', () => {
  test('is nothing where every box is where it was', () => {
    expect(compareBoxes(PAGE, PAGE)).toEqual([])
  })

  test('is nothing where boxes differ by no more than two pixels', () => {
    expect(
      compareBoxes(
        PAGE,
        PAGE.map((box) => ({ ...box, y: box.y + 2, width: box.width - 2 })),
      ),
    ).toEqual([])
  })

  test('is said once of the first where all that follow move as far', () => {
    const now = PAGE.map((box, place) => (place < 2 ? box : { ...box, y: box.y + 24 }))
    expect(compareBoxes(PAGE, now)).toEqual(['from button "Next" on: 24 px lower'])
  })

  test('names both directions, and where the old places begin again', () => {
    const now = PAGE.map((box, place) => (place === 1 ? { ...box, x: 8, y: 190 } : box))
    expect(compareBoxes(PAGE, now)).toEqual([
      'from select "Where" on: 10 px higher, 12 px further left',
      'from button "Next" on: as before',
    ])
  })

  test('names another size', () => {
    const now = PAGE.map((box, place) => (place === 2 ? { ...box, width: 120, height: 44 } : box))
    expect(compareBoxes(PAGE, now)).toEqual(['button "Next": 300 × 40 is now 120 × 44'])
  })

  test('names what came and what went', () => {
    const now = [...PAGE.slice(0, 2), aBox('button "Send"', 300), ...PAGE.slice(3)]
    expect(compareBoxes(PAGE, now)).toEqual(['gone: button "Next"', 'new: button "Send"'])
  })

  test('tells boxes of one name apart by their order', () => {
    const twice = [aBox('a "More"', 100), aBox('a "More"', 200)]
    expect(compareBoxes(twice, [aBox('a "More"', 100)])).toEqual(['gone: a "More" (2)'])
    expect(compareBoxes(twice, [aBox('a "More"', 100), aBox('a "More"', 260)])).toEqual([
      'from a "More" (2) on: 60 px lower',
    ])
  })
})

import { globSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from './environment.ts'

/** The value that tests insert into phrases: no word begins or ends with it. */
const VALUE = '\u0001'
/** Shorter words may be the same in several languages. */
const MIN_LETTERS = 4

/**
 * The product's own words on pages in the languages that it comes with, longest first; a phrase is split at its
 * inserted values.
 */
export async function productWords(): Promise<readonly string[]> {
  const files = globSync('{shell,mfe-*}/messages/{en-GB,cy}.ts', { cwd: ROOT })
  const catalogues = await Promise.all(
    files.map(
      async (file) => ((await import(path.join(ROOT, file))) as { readonly messages: object }).messages,
    ),
  )
  const words = catalogues
    .flatMap(piecesOf)
    .filter((piece) => (piece.match(/\p{L}/gu) ?? []).length >= MIN_LETTERS)
  return [...new Set(words)].toSorted((a, b) => b.length - a.length)
}

const piecesOf = (word: unknown): readonly string[] => {
  if (typeof word === 'string')
    return word
      .split(new RegExp(`${VALUE}|NaN|\\d+`))
      .map((piece) => piece.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
  if (typeof word === 'function') return piecesOf(phraseOf(word as Phrase))
  // Formats of dates and times are no words.
  if (typeof word !== 'object' || word === null || 'format' in word) return []
  return Object.values(word).flatMap(piecesOf)
}

type Phrase = (...values: readonly string[]) => unknown

/** A phrase with inserted values that are no words; null for one that formats a date. */
function phraseOf(phrase: Phrase): unknown {
  try {
    return phrase(VALUE, VALUE, VALUE)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Which of the words are on a page, visible or read out, outside elements that declare another language. */
export async function foundOn(page: Page, words: readonly string[]): Promise<readonly string[]> {
  const texts = await page.evaluate(textsOfPage)
  return words.filter((word) => {
    const pattern = new RegExp(`(?<!\\p{L})${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'u')
    return texts.some((text) => pattern.test(text))
  })
}

/** Runs in the page: its title, its texts, and the attributes that screen readers read. */
function textsOfPage(): readonly string[] {
  const isOwn = (element: Element | null) => element?.closest('body [lang], script, style, address') === null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = [document.title]
  while (walker.nextNode())
    if (isOwn(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent ?? '')
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]'))
    if (isOwn(element))
      texts.push(...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''))
  return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean)
}

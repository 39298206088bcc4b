import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import { languagesOf } from '../build/languages-of.ts'
import { ROOT } from '../paths/root.ts'
import { arabicCatalogues } from '../testing/arabic/add-arabic.ts'

type Words = Readonly<Record<string, unknown>>
/**
 * Functions of catalogues are called with numbers here, whatever types they declare: they convert what they call methods of strings on.
 */
type Phrase = (...values: readonly number[]) => unknown

const folders = globSync(`{shell,shared,mfe-*}/**/messages/${DEFAULT_LANGUAGE}.ts`, {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
  .map((file) => path.dirname(file))
  .sort()
const others = languagesOf(path.join(ROOT, 'shell/messages')).filter((code) => code !== DEFAULT_LANGUAGE)
/** Of the test site that has a third language: e2e/journeys/third-language.e2e.ts. */
const ARABIC = 'ar'
const pairs = folders.flatMap((folder) => [...others, ARABIC].map((language) => [folder, language] as const))

/** The platform's formats of dates and times, and those of a language that some browser has no data of. */
const isFormat = (word: object): boolean => 'format' in word

/** Words by their path, those inside others too. */
const flatten = (words: Words, prefix = ''): [string, unknown][] =>
  Object.entries(words).flatMap(([key, word]): [string, unknown][] =>
    typeof word === 'object' && word !== null && !isFormat(word)
      ? flatten(word as Words, `${prefix}${key}.`)
      : [[`${prefix}${key}`, word]],
  )

async function wordsOf(folder: string, language: string): Promise<ReadonlyMap<string, unknown>> {
  const file = path.join(ROOT, language === ARABIC ? 'scripts/testing/arabic' : '', folder, `${language}.ts`)
  return new Map(flatten(((await import(file)) as { readonly messages: Words }).messages))
}

/** A whole phrase: single words may well be the same in both languages. */
const isPhrase = (word: unknown): boolean => typeof word === 'string' && word.trim().split(/\s+/).length > 2

/** Values that every language says in figures, and that nothing else in a phrase looks like. */
const VALUES = [7011, 7112, 7213]
/** Words that the specification has written in another way: of sections 2 and 5. */
const GIVEN_TITLES = ['notFoundTitle', 'parts.firstName', 'parts.lastName']
const NAMES = ['JavaScript', 'React', 'English', 'Flesch']

/** One count for each form that some language has. */
const COUNTS = [0, 1, 2, 3, 6, 11, 100, 1_000_000]

const figuresIn = (text: unknown): readonly string[] =>
  (
    String(text)
      .replace(/(?<=\d)[,.\u00a0\u202f٬](?=\d)/g, '')
      // A full hour is "1am" in one language, "01:00" in another.
      .replace(/\b0?(\d{1,2}):00\b/g, '$1')
      .match(/\d+/g) ?? []
  ).toSorted()

describe('catalogues of words (docs/decisions/0025)', () => {
  it('are there in every package that has a part on a page', () => {
    expect(folders).toEqual(
      expect.arrayContaining([
        'mfe-account/messages',
        'mfe-content/messages',
        'mfe-devinfo/messages',
        'mfe-forms/messages',
        'mfe-search/messages',
        'shell/messages',
      ]),
    )
    expect(others.length).toBeGreaterThan(0)
    expect(arabicCatalogues()).toEqual(folders)
  })

  it.each(folders)('%s has the languages of all the others, and its index names each', (folder) => {
    const languages = languagesOf(path.join(ROOT, folder))
    expect(languages).toEqual([...others, DEFAULT_LANGUAGE].toSorted())
    const index = readFileSync(path.join(ROOT, folder, 'index.ts'), 'utf8')
    for (const language of languages) expect(index).toContain(`from './${language}.ts'`)
  })

  it.each(pairs)('%s says the same things in %s as in English', async (folder, language) => {
    const [primary, words] = [await wordsOf(folder, DEFAULT_LANGUAGE), await wordsOf(folder, language)]
    expect([...words.keys()].sort()).toEqual([...primary.keys()].sort())
    expect(primary.size).toBeGreaterThan(0)
    for (const [key, word] of primary) expect([key, typeof words.get(key)]).toEqual([key, typeof word])
  })

  it.each(pairs)('%s names the same values in %s as in English', async (folder, language) => {
    const words = await wordsOf(folder, language)
    for (const [key, phrase] of await wordsOf(folder, DEFAULT_LANGUAGE)) {
      if (typeof phrase !== 'function') continue
      const own = words.get(key) as Phrase
      expect([key, figuresIn(own(...VALUES))]).toEqual([key, figuresIn((phrase as Phrase)(...VALUES))])
    }
  })

  it.each([...pairs, ...folders.map((folder) => [folder, DEFAULT_LANGUAGE] as const)])(
    '%s has no empty word in %s, whatever the number',
    async (folder, language) => {
      const said = [...(await wordsOf(folder, language))].flatMap(([key, word]) =>
        typeof word === 'function'
          ? COUNTS.map((count) => [key, (word as Phrase)(count, count, count)] as const)
          : [[key, word] as const],
      )
      const isEmpty = (word: unknown) => !String(word ?? '').trim() || /undefined|NaN/.test(String(word))
      expect(said.filter(([, word]) => isEmpty(word))).toEqual([])
    },
  )

  it.each(pairs)('%s leaves no phrase in English on a page in %s', async (folder, language) => {
    const words = await wordsOf(folder, language)
    const same = [...(await wordsOf(folder, DEFAULT_LANGUAGE))].filter(
      ([key, word]) => isPhrase(word) && words.get(key) === word,
    )
    expect(same.map(([key]) => key)).toEqual([])
  })

  it.each(folders)(
    '%s is in sentence case: a word within a sentence has a capital where it is a name',
    async (folder) => {
      const capitals = [...(await wordsOf(folder, DEFAULT_LANGUAGE))]
        .filter(([key, word]) => typeof word === 'string' && !GIVEN_TITLES.includes(key))
        .flatMap(([, word]) => [...String(word).matchAll(/(?<![.:!?…–—"“])\s+(\p{Lu}\p{Ll}\p{L}*)/gu)])
        .map(([, word = '']) => word)
      expect(capitals.filter((word) => !NAMES.includes(word))).toEqual([])
    },
  )
})

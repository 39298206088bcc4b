import { globSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

type Words = Readonly<Record<string, unknown>>
type Messages = (language: string) => Words

const files = globSync('{shell,shared,mfe-*}/messages.ts', { cwd: ROOT }).sort()

const wordsOf = async (file: string, language: string): Promise<ReadonlyMap<string, unknown>> => {
  const { messages } = (await import(path.join(ROOT, file))) as { readonly messages: Messages }
  return new Map(flatten(messages(language), ''))
}

/** Words by their path, those inside others too. */
const flatten = (words: Words, prefix: string): [string, unknown][] =>
  Object.entries(words).flatMap(([key, word]): [string, unknown][] =>
    typeof word === 'object' && word !== null
      ? flatten(word as Words, `${prefix}${key}.`)
      : [[`${prefix}${key}`, word]],
  )

/** A whole phrase: single words may well be the same in both languages. */
const isPhrase = (word: unknown): boolean => typeof word === 'string' && word.trim().split(/\s+/).length > 2

describe('words of every package (specification 9, default language)', () => {
  it('are looked at in every package that has a part on a page', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'mfe-account/messages.ts',
        'mfe-content/messages.ts',
        'mfe-devinfo/messages.ts',
        'mfe-forms/messages.ts',
        'mfe-search/messages.ts',
        'shell/messages.ts',
      ]),
    )
  })

  it.each(files)('%s says the same things in English and in Welsh', async (file) => {
    const [english, welsh] = [await wordsOf(file, 'en-GB'), await wordsOf(file, 'cy')]
    expect([...welsh.keys()].sort()).toEqual([...english.keys()].sort())
    expect(english.size).toBeGreaterThan(0)
    for (const [key, word] of english) expect([key, typeof welsh.get(key)]).toEqual([key, typeof word])
  })

  it.each(files)('%s has no empty word in either language', async (file) => {
    for (const language of ['en-GB', 'cy']) {
      const empty = [...(await wordsOf(file, language))].filter(
        ([, word]) => word === undefined || word === null || (typeof word === 'string' && word.trim() === ''),
      )
      expect(empty.map(([key]) => key)).toEqual([])
    }
  })

  it.each(files)('%s leaves no phrase in English on a Welsh page', async (file) => {
    const english = await wordsOf(file, 'en-GB')
    const same = [...(await wordsOf(file, 'cy'))].filter(
      ([key, word]) => isPhrase(word) && english.get(key) === word,
    )
    expect(same.map(([key]) => key)).toEqual([])
  })
})

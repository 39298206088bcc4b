/** Fewer words say nothing about how hard a page is to read. */
const MIN_WORDS = 60
/** At which age a school year begins to be counted. */
const AGE_OF_GRADE_0 = 5

/**
 * The age at which a text in English is understood: the Flesch–Kincaid grade (0.39 × words per sentence + 11.8 × syllables per word
 * − 15.59, a year of school in the United States) and five years. Null for a text of fewer than sixty words. The formula was made for
 * English and says nothing of any other language.
 */
export function readingAge(sentences: readonly string[]): number | null {
  const words = sentences.flatMap((sentence) => sentence.match(/[A-Za-z]+(?:['’][A-Za-z]+)*/g) ?? [])
  if (words.length < MIN_WORDS) return null
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
  return Math.max(AGE_OF_GRADE_0, Math.round(grade + AGE_OF_GRADE_0))
}

/** Syllables of an English word by its letters: groups of vowels, without an `e` that is not spoken. At least one. */
export function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const spoken = letters.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '').replace(/^y/, '')
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

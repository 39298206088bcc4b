/** The formula is not meaningful for fewer words. */
const MIN_WORDS = 60
/** Age at grade 0. */
const AGE_OF_GRADE_0 = 5

/**
 * The age from which an English text is understood: the Flesch–Kincaid grade (0.39 × words per sentence + 11.8 × syllables per word
 * − 15.59, a school year in the United States) plus five years. Null for a text of fewer than sixty words. The formula is only valid
 * for English.
 */
export function readingAge(sentences: readonly string[]): number | null {
  const words = sentences.flatMap((sentence) => sentence.match(/[A-Za-z]+(?:['’][A-Za-z]+)*/g) ?? [])
  if (words.length < MIN_WORDS) return null
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
  return Math.max(AGE_OF_GRADE_0, Math.round(grade + AGE_OF_GRADE_0))
}

/** Formulas for the reading age, by language without its region. */
const FORMULAS: Readonly<Record<string, typeof readingAge>> = { en: readingAge }

/** The formula for a language; undefined when there is none that is valid for it. */
export const readingFormula = (language: string): typeof readingAge | undefined =>
  FORMULAS[language.split('-')[0]?.toLowerCase() ?? '']

/** Number of syllables of an English word, from its letters: groups of vowels, without a silent `e`. At least one. */
export function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const spoken = letters.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '').replace(/^y/, '')
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

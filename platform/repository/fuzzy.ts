const MAX_FORMS = 50

/** The known words near a word: up to two letters exact, three to five one edit, longer two; nearest first, 50 at most. Source: protocol 1.13. */
export function expandFuzzy(word: string, vocabulary: readonly string[]): readonly string[] {
  const allowed = word.length <= 2 ? 0 : word.length <= 5 ? 1 : 2
  if (allowed === 0) return [word]
  const near: { readonly form: string; readonly edits: number }[] = []
  for (const form of vocabulary) {
    if (Math.abs(form.length - word.length) > allowed) continue
    const edits = countEdits(word, form, allowed)
    if (edits <= allowed) near.push({ form, edits })
  }
  near.sort((a, b) => a.edits - b.edits)
  return near.length === 0 ? [word] : near.slice(0, MAX_FORMS).map(({ form }) => form)
}

/** Edits between two words, a swap of neighbours counting as one; gives up above `limit`. */
export function countEdits(a: string, b: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      best = Math.min(best, edits)
    }
    if (best > limit) return limit + 1
    before = above
    above = row
  }
  return above[b.length] ?? limit + 1
}

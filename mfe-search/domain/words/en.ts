import type { WordRules } from './word-rules.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** English. */
export const WORDS_EN: WordRules = {
  stopWords: words(`
    a about am an and any anybody anyone are as at be been being but by can cannot cant could did do does doesnt doing done dont
    for from get gets getting give go goes going got had has have having he her hers him his how i id if ill im in into is isnt it its
    ive like look looking may me might mine must my need needs of off on onto or our ours out over please shall she should show so some
    somebody someone something tell than that the their them there these they thing things this those to too under until up us use
    want wants was wasnt way we were what whats when where wheres which while who whom whos whose why will with within without wont
    would you your yours find information info page website online`),
  joiningWords: words('and or'),
  toBase: [
    [/ies$/, 'y'],
    [/(?<=(?:s|x|z|ch|sh))es$/, ''],
    [/(?<![sui])s$/, ''],
    [/([^aeiou])\1(?:ing|ed)$/, '$1'],
    [/(?:ing|ed)$/, ''],
    [/(?:ing|ed)$/, 'e'],
    [/(?<=t)ions?$/, ''],
    [/(?<=t)ions?$/, 'e'],
    [/ied$/, 'y'],
    [/ments?$/, ''],
  ],
  toForms: [
    [/(?<![aeiou])y$/, 'ies'],
    [/(?<=(?:s|x|z|ch|sh))$/, '$&es'],
    [/(?<!(?:s|x|z|ch|sh|[^aeiou]y))$/, 's'],
    [/(?<=[^e])$/, 'ing'],
    [/e$/, 'ing'],
    [/(?<=[^e])$/, 'ed'],
    [/(?<=e)$/, 'd'],
    [/(?<=[cnp]t)$/, 'ion'],
    [/(?<=[cnp]t)$/, 'ions'],
  ],
}

import type { WordForms, WordRules } from './word-rules.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** English. */
export const WORDS_EN: WordRules = {
  language: 'en',
  stopWords: words(`
    a about also am an and any anybody anyone are as at be because been being but by can cannot cant cos could did do does doesnt
    doing done dont ever find for from get gets getting give go goes going gonna got had has have having he hello her here hers hi him
    his how hows i id if ill im in info information into is isnt it its ive just know let lets like look looking may me might mine
    must my need needs now of off on online onto or our ours out over page please really said say saying says shall she should show so
    some somebody someone something still tell than thanks that thats the their them then there theres these they theyre theyve thing
    things think this those to too try trying under until up us use very wanna want wants was wasnt way we website were weve what
    whats when where wheres which while who whom whos whose why will with within without wont would yet you youd your youre yours
    youve`),
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
}

/** Its forms and sounds. Source: WordForms. */
export const FORMS_EN: WordForms = {
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
  toSound: [
    [/^[gkp](?=n)|^w(?=r)|^p(?=s)|(?<=m)b$/, ''],
    [/ph/g, 'f'],
    [/gh(?=t)|gh$/g, ''],
    [/t?ch/g, 'x'],
    [/sx(?=[aeiou])/g, 'sk'],
    [/c(?=[eiy])|z/g, 's'],
    [/[cq]/g, 'k'],
    [/dge|g(?=[eiy])/g, 'j'],
    [/(?!^)[aeiouhwy]+/g, ''],
    [/(.)\1+/g, '$1'],
  ],
}

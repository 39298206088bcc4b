import type { WordForms, WordRules } from './word-rules.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Welsh. Beginnings of words change too (mutations): treth, dreth, threth, nhreth. */
export const WORDS_CY: WordRules = {
  language: 'cy',
  stopWords: words(`
    a ac am ar at beth ble chi ei eich ein er eu fe fel fi fy gan gyda hi hon hwn hyn i iawn lle mae mi mynd na neu ni nid o oes oedd on
    os pa pam pan pryd pwy rwyf rwyn rydw sut sydd sy syn trwy un wrth y ydw ydy ydych yn yr gallaf gallai galla gael cael eisiau angen
    dw dwi fyn ddim gwybod rhoi dod hyd`),
  joiningWords: words('a ac neu'),
  toBase: [
    [/iau$/, ''],
    [/au$/, ''],
    [/oedd$/, ''],
    [/ion$/, ''],
    [/wyr$/, 'ydd'],
    [/iad(?:au)?$/, 'u'],
    [/iad(?:au)?$/, 'o'],
    [/^ngh/, 'c'],
    [/^mh/, 'p'],
    [/^nh/, 't'],
    [/^ch/, 'c'],
    [/^ph/, 'p'],
    [/^th/, 't'],
    [/^dd/, 'd'],
    [/^g(?!h)/, 'c'],
    [/^b/, 'p'],
    [/^d(?!d)/, 't'],
    [/^f(?!f)/, 'b'],
    [/^f(?!f)/, 'm'],
    [/^l(?!l)/, 'll'],
    [/^r(?!h)/, 'rh'],
    [/^m(?!h)/, 'b'],
    [/^n(?![gh])/, 'd'],
    [/^ng(?!h)/, 'g'],
    [/^(?=[aeiowyl](?!l)|r(?!h))/, 'g'],
  ],
}

/** Its forms and sounds. Source: WordForms. */
export const FORMS_CY: WordForms = {
  toForms: [
    [/^c(?!h)/, 'g'],
    [/^p(?!h)/, 'b'],
    [/^t(?!h)/, 'd'],
    [/^b/, 'f'],
    [/^m(?!h)/, 'f'],
    [/^d(?!d)/, 'dd'],
    [/^ll/, 'l'],
    [/^rh/, 'r'],
    [/^c(?!h)/, 'ch'],
    [/^p(?!h)/, 'ph'],
    [/^t(?!h)/, 'th'],
    [/(?<!au)$/, 'au'],
    [/(?<!au)$/, 'iau'],
    [/[ou]$/, 'iad'],
    [/[ou]$/, 'iadau'],
    [/^g(?!h|w?l)/, ''],
  ],
  toSound: [],
}

import type { FieldWords } from '../content/index.ts'

/**
 * Translations of the values of choice fields, by field, value and language. Such a field has the same English value in every
 * language, so that filters and queries find the entries of all languages.
 */
export const SITE_WORDS: FieldWords = {
  status: {
    Registered: { cy: 'Cofrestrwyd' },
    'Under consultation': { cy: 'Dan ymgynghoriad' },
    Approved: { cy: 'Cymeradwywyd' },
    Refused: { cy: 'Gwrthodwyd' },
    Withdrawn: { cy: 'Tynnwyd yn ôl' },
  },
  kind: {
    Library: { cy: 'Llyfrgell' },
    'Leisure centre': { cy: 'Canolfan hamdden' },
    Museum: { cy: 'Amgueddfa' },
    Park: { cy: 'Parc' },
  },
  category: {
    Budget: { cy: 'Cyllideb' },
    Guides: { cy: 'Canllawiau' },
    'Plans and strategies': { cy: 'Cynlluniau a strategaethau' },
    Policies: { cy: 'Polisïau' },
    Reports: { cy: 'Adroddiadau' },
  },
  party: {
    'Civic Alliance': { cy: 'Cynghrair Ddinesig' },
    'Green Borough': { cy: 'Bwrdeistref Werdd' },
    Independent: { cy: 'Annibynnol' },
    'Larrow Valley Independents': { cy: 'Annibynwyr Dyffryn Larrow' },
    'Progress Larkmoor': { cy: 'Cynnydd Larkmoor' },
  },
}

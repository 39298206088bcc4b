import { plainFormatsOf, welshDateFormats } from '@tessera/shared/messages'
import type { SearchMessages } from './en-GB.ts'

const { plural, number } = plainFormatsOf('cy')

/** Welsh. */
export const messages: SearchMessages = {
  language: 'cy',
  title: 'Chwilio',
  titleFor: (term, facet) => `Canlyniadau chwilio am “${term}”${facet && `: ${facet}`}`,
  titleOf: (facet) => `Chwilio: ${facet}`,
  titleOfPage: (title, page, pages) => `${title} (tudalen ${number(page)} o ${number(pages)})`,
  label: 'Chwilio’r wefan hon',
  hint: 'Er enghraifft: casglu biniau, treth gyngor neu “caniatâd cynllunio”. Rhowch eiriau mewn dyfynodau i’w canfod gyda’i gilydd.',
  search: 'Chwilio',
  count: (total, first, last) =>
    plural(total, {
      one: '1 canlyniad',
      other: `${number(total)} o ganlyniadau, yn dangos ${first} i ${last}`,
    }),
  number,
  dates: welshDateFormats(),
  to: 'hyd',
  /** Over results that have begun. */
  onNow: 'Ar y gweill nawr',
  nowUntil: 'Yn parhau tan',
  nextDate: 'Nesaf:',
  now: 'Nawr',
  featured: 'Argymhellir',
  corrected: (term, words) =>
    plural(words, {
      one: `Efallai bod camsillafu yn eich gair “${term}”. Dyma’r canlyniadau ar gyfer:`,
      other: `Efallai bod camsillafu yn eich geiriau “${term}”. Dyma’r canlyniadau ar gyfer:`,
    }),
  searchInstead: (term) => `Chwilio yn lle hynny am “${term}”`,
  loose: (words) =>
    plural(words, {
      one: 'Nid oes tudalen â’ch gair. Mae rhai tebyg yn y rhain.',
      other: 'Nid oes tudalen â’ch geiriau i gyd. Mae rhai ohonynt, neu rai tebyg, yn y rhain.',
    }),
  noResults: (term) => `Ni chafwyd hyd i ddim ar gyfer “${term}”`,
  noResultsWithoutTerm: 'Ni chafwyd hyd i ddim',
  didYouMean: 'Ai dyma oeddech chi’n ei feddwl:',
  noResultsHelp: [
    'Gwiriwch y sillafu.',
    'Rhowch gynnig ar lai o eiriau, neu rai mwy cyffredinol.',
    'Dechreuwch o adran yn y ddewislen.',
  ],
  dropFilter: (filter) => `Chwilio heb ${filter}`,
  otherTabs: 'Cafwyd hyd i ganlyniadau mewn mannau eraill',
  contact: 'Gofynnwch i ni',
  failed: 'Nid oedd modd chwilio',
  failedHelp:
    'Nid oedd modd chwilio ar hyn o bryd. Mae eich geiriau yn y blwch o hyd: rhowch gynnig arall arni ymhen eiliad.',
  failedListHelp: 'Nid oedd modd llwytho’r rhestr hon ar hyn o bryd. Rhowch gynnig arall arni ymhen eiliad.',
  retry: 'Rhoi cynnig arall arni',
  resultsBefore: 'Canlyniadau eich chwiliad blaenorol',
  pastTheEnd: 'Nid oes tudalen o ganlyniadau o’r fath.',
  firstPage: 'Mynd i’r dudalen gyntaf o ganlyniadau',
  pagination: 'Tudalennau o ganlyniadau',
  previous: 'Blaenorol',
  next: 'Nesaf',
  page: (page) => `Tudalen ${page}`,
  loadMore: 'Dangos rhagor o ganlyniadau',
  loadEarlier: 'Dangos canlyniadau cynharach',
  seeAll: 'Gweld y cyfan',
  nothingListed: 'Nid oes dim i’w ddangos yma ar hyn o bryd.',
  results: 'Canlyniadau',
  tabs: 'Mathau o ganlyniadau',
  facets: 'Canlyniadau o',
  filters: 'Hidlwyr',
  filtersFor: (count) =>
    plural(count, { one: 'Hidlwyr (1 wedi’i ddewis)', other: `Hidlwyr (${number(count)} wedi’u dewis)` }),
  showResults: (total) =>
    plural(total, { one: 'Dangos 1 canlyniad', other: `Dangos ${number(total)} o ganlyniadau` }),
  selected: 'Hidlwyr a ddewiswyd',
  isSelected: 'wedi’i ddewis',
  remove: (filter) => `Tynnu ${filter}:`,
  clearAll: 'Clirio’r hidlwyr i gyd',
  clear: 'Clirio',
  showAll: (count) => `Dangos pob un o’r ${number(count)}`,
  findItem: (filter) => `Chwilio yn ${filter}`,
  foundItems: (count) => plural(count, { other: `Wedi dod o hyd i ${number(count)}` }),
  foundNone: 'Nid oes gan yr un hynny yn ei enw',
  cut: (count) => `Mae ${number(count)} yn y rhestr. Mae rhagor.`,
  find: 'Chwilio',
  wholeList: 'Dangos y rhestr o’i dechrau',
  all: 'Pob un',
  apply: 'Gosod',
  filterFailed: 'Nid oedd modd llwytho’r hidlydd hwn.',
  rangeStart: 'O',
  rangeEnd: 'Hyd at',
  range: (from, to) => `${from} i ${to}`,
  rangeFrom: (from) => `o ${from}`,
  rangeTo: (to) => `hyd at ${to}`,
  near: 'Yn agos ataf i',
  nearHelp:
    'Bydd eich porwr yn gofyn i chi’n gyntaf. Daw eich lleoliad, wedi’i dalgrynnu i’r 100 metr agosaf, yn rhan o gyfeiriad y canlyniadau: bydd felly yn hanes eich porwr, ac yn y ddolen os byddwch yn ei rhannu. Nid ydym yn ei ddefnyddio at ddim arall.',
  nearWaiting: 'Yn gofyn i’ch porwr ble rydych chi …',
  nearRefused:
    'Ni ddywedodd eich porwr ble rydych chi. Gallwch ganiatáu hynny yn ei osodiadau, neu ysgrifennu enw lle.',
  nearUnavailable: 'Nid yw eich porwr yn gwybod ble rydych chi ar hyn o bryd. Gallwch ysgrifennu enw lle.',
  nearSlow:
    'Ni chanfu eich porwr ble rydych chi o fewn 10 eiliad. Rhowch gynnig arall arni, neu ysgrifennwch enw lle.',
  place: 'Cod post neu le',
  placeUnknown: (place) =>
    `Nid ydym yn adnabod “${place}”. Rhowch gynnig ar god post yn y fwrdeistref, neu enw lle ynddi.`,
  anyPlace: (place) =>
    `Nid ydym yn adnabod “${place}”, felly nid yw’r canlyniadau hyn wedi’u cyfyngu yn ôl pellter.`,
  distance: 'O fewn',
  length: (value, unit) =>
    unit === 'km'
      ? `${number(value)} km`
      : plural(value, { one: '1 filltir', two: '2 filltir', other: `${number(value)} milltir` }),
  away: (length) => `${length} i ffwrdd`,
  within: (length, place) => (place === undefined ? `o fewn ${length} i chi` : `o fewn ${length} (${place})`),
  plan: 'Ble mae’r lleoedd hyn. Mae’r gogledd i fyny. Rhif y rhestr sydd mewn cylch; mewn sgwâr, faint o leoedd sydd yno.',
  planLabel: 'Cynllun o’r lleoedd',
  planFrom: 'Ble rydych chi',
  sortBy: 'Trefnu yn ôl',
  pageSize: 'Canlyniadau fesul tudalen',
  suggestions: (count) =>
    plural(count, {
      one: '1 awgrym. Defnyddiwch y bysellau saeth i fynd ato.',
      other: `${number(count)} awgrym. Defnyddiwch y bysellau saeth i fynd atynt.`,
    }),
  suggestionsLabel: 'Awgrymiadau',
  recent: 'Chwiliadau diweddar',
  clearRecent: 'Clirio chwiliadau diweddar',
}

import { formatsOf } from '@tessera/shared/messages'
import type { SearchMessages } from './en-GB.ts'

const { plural, number } = formatsOf('cy')

/** Welsh. */
export const messages: SearchMessages = {
  title: 'Chwilio',
  titleFor: (term) => `Canlyniadau chwilio am “${term}”`,
  label: 'Chwilio’r wefan hon',
  hint: 'Er enghraifft: casglu biniau, treth y cyngor neu “caniatâd cynllunio”. Rhowch eiriau mewn dyfynodau i’w canfod gyda’i gilydd.',
  search: 'Chwilio',
  count: (total, first, last) =>
    plural(total, {
      one: '1 canlyniad',
      other: `${number(total)} o ganlyniadau, yn dangos ${first} i ${last}`,
    }),
  noResults: (term) => `Ni chafwyd hyd i ddim ar gyfer “${term}”`,
  noResultsHelp: [
    'Gwiriwch y sillafu.',
    'Rhowch gynnig ar lai o eiriau, neu rai mwy cyffredinol.',
    'Dechreuwch o adran yn y ddewislen.',
  ],
  failed: 'Nid oedd modd chwilio',
  failedHelp:
    'Nid oedd modd chwilio ar hyn o bryd. Mae eich geiriau yn y blwch o hyd: rhowch gynnig arall arni ymhen eiliad.',
  pastTheEnd: 'Nid oes tudalen o ganlyniadau o’r fath.',
  firstPage: 'Mynd i’r dudalen gyntaf o ganlyniadau',
  pagination: 'Tudalennau o ganlyniadau',
  previous: 'Blaenorol',
  next: 'Nesaf',
  page: (page) => `Tudalen ${page}`,
  results: 'Canlyniadau',
}

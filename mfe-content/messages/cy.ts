import { dateFormatsOf, formatMoment, formatsOf } from '@tessera/shared/messages'
import type { ContentMessages } from './en-GB.ts'

const { plural, number } = formatsOf('cy')
const dates = dateFormatsOf('cy')

/** Welsh. */
export const messages: ContentMessages = {
  dates,
  breadcrumb: 'Briwsion bara',
  inThisSection: 'Yn yr adran hon',
  relatedPages: 'Tudalennau cysylltiedig',
  highlights: 'Dan sylw',
  quickLinks: 'Gwasanaethau poblogaidd',
  published: 'Cyhoeddwyd',
  by: 'Gan',
  topic: 'Pwnc',
  when: 'Pryd',
  where: 'Ble',
  price: 'Pris',
  to: 'hyd',
  nowUntil: 'Nawr hyd',
  nextDate: 'Nesaf:',
  now: 'Nawr',
  address: 'Cyfeiriad',
  openingHours: 'Oriau agor',
  phone: 'Ffôn',
  email: 'E-bost',
  facilities: 'Cyfleusterau',
  mapReference: 'Cyfeirnod map',
  party: 'Plaid',
  ward: 'Ward',
  roles: 'Swyddi',
  reference: 'Cyfeirnod',
  applicant: 'Ymgeisydd',
  received: 'Derbyniwyd',
  decided: 'Penderfynwyd',
  notDecided: 'Heb ei benderfynu eto',
  category: 'Categori',
  download: 'Lawrlwytho',
  nothingListed: 'Nid oes dim i’w ddangos yma ar hyn o bryd.',
  table: 'Tabl',
  yourAddress: 'Eich cod post neu’ch stryd',
  findDays: 'Dod o hyd i’m diwrnodau',
  whichStreet: 'Pa un o’r strydoedd hyn yw eich un chi?',
  moreStreets: 'Mae mwy o strydoedd na’r rhain. Ysgrifennwch fwy o’r enw, neu’ch cod post.',
  noStreet: (asked: string) => `Nid ydym yn adnabod “${asked}”`,
  streetsFailed: 'Ni allwn chwilio am strydoedd ar hyn o bryd',
  streetsFound: (count: number, street: string | null) =>
    street === null
      ? plural(count, {
          two: '2 stryd wedi’u canfod',
          few: `${number(count)} stryd wedi’u canfod`,
          many: `${number(count)} stryd wedi’u canfod`,
          zero: 'Ni chanfuwyd yr un stryd',
          one: '1 stryd wedi’i chanfod',
          other: `${number(count)} stryd wedi’u canfod`,
        })
      : `Casgliadau yn ${street}`,
  nextCollection: 'Y casgliad nesaf:',
  noCollection: 'Dim casgliad yn y chwe mis nesaf',
  insteadOf: (day: string, reason: string) => `nid ${formatMoment(day, dates)}: ${reason}`,
  collectionsOf: (street: string) => `Casgliadau biniau, ${street}`,
  calendar: 'Calendr',
  addToCalendar: 'Ychwanegu at fy nghalendr',
  subscribe: 'Ychwanegu at fy nghalendr',
  downloadCalendar: 'Lawrlwytho’r dyddiadau',
}

import { dateFormatsOf, formatMoment, formatsOf } from '@tessera/shared/messages'

const { plural, number } = formatsOf('en-GB')
const dates = dateFormatsOf('en-GB')

/** English words of these pages that no editor writes: what every other language has to say, too. */
export const messages = {
  dates,
  breadcrumb: 'Breadcrumb',
  inThisSection: 'In this section',
  relatedPages: 'Related pages',
  highlights: 'In the spotlight',
  quickLinks: 'Popular services',
  published: 'Published',
  by: 'By',
  topic: 'Topic',
  when: 'When',
  where: 'Where',
  price: 'Price',
  to: 'to',
  nowUntil: 'Now until',
  nextDate: 'Next:',
  now: 'Now',
  address: 'Address',
  openingHours: 'Opening hours',
  phone: 'Phone',
  email: 'Email',
  facilities: 'Facilities',
  mapReference: 'Map reference',
  party: 'Party',
  ward: 'Ward',
  roles: 'Roles',
  reference: 'Reference',
  applicant: 'Applicant',
  received: 'Received',
  decided: 'Decided',
  notDecided: 'Not decided yet',
  category: 'Category',
  download: 'Download',
  nothingListed: 'There is nothing to show here at the moment.',
  table: 'Table',
  yourAddress: 'Your postcode or street',
  findDays: 'Find my days',
  whichStreet: 'Which of these streets is yours?',
  moreStreets: 'There are more streets than these. Write more of the name, or your postcode.',
  noStreet: (asked: string) => `We do not know “${asked}”`,
  streetsFailed: 'We cannot look up streets just now',
  /** What is said aloud: the one street that was found, or how many there are to choose among. */
  streetsFound: (count: number, street: string | null) =>
    street === null
      ? plural(count, { one: '1 street found', other: `${number(count)} streets found` })
      : `Collections in ${street}`,
  nextCollection: 'Next collection:',
  noCollection: 'No collection in the next six months',
  insteadOf: (day: string, reason: string) => `not ${formatMoment(day, dates)}: ${reason}`,
  collectionsOf: (street: string) => `Bin collections, ${street}`,
  calendar: 'Calendar',
  addToCalendar: 'Add to my calendar',
  subscribe: 'Add to my calendar',
  downloadCalendar: 'Download the dates',
}

export type ContentMessages = Readonly<typeof messages>

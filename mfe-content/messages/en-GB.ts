import { dateFormatsOf } from '@tessera/shared/messages'

/** English words of these pages that no editor writes: what every other language has to say, too. */
export const messages = {
  dates: dateFormatsOf('en-GB'),
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
}

export type ContentMessages = Readonly<typeof messages>

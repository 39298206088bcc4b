/** The words of these pages that no editor writes. */
export interface Messages {
  readonly breadcrumb: string
  readonly inThisSection: string
  readonly relatedPages: string
  readonly latestNews: string
  readonly comingUp: string
  readonly highlights: string
  readonly quickLinks: string
  readonly seeAll: string
  readonly published: string
  readonly by: string
  readonly topic: string
  readonly when: string
  readonly where: string
  readonly price: string
  readonly to: string
  readonly address: string
  readonly openingHours: string
  readonly phone: string
  readonly email: string
  readonly facilities: string
  readonly mapReference: string
  readonly party: string
  readonly ward: string
  readonly roles: string
  readonly reference: string
  readonly applicant: string
  readonly received: string
  readonly decided: string
  readonly notDecided: string
  readonly category: string
  readonly download: string
  readonly nothingListed: string
  readonly noSuchPage: string
  readonly backToFirst: string
  readonly pages: string
  readonly previous: string
  readonly next: string
  readonly table: string
  /** "21 to 40 of 112". */
  readonly resultRange: (first: number, last: number, total: number) => string
  readonly page: (page: number) => string
}

const ENGLISH: Messages = {
  breadcrumb: 'Breadcrumb',
  inThisSection: 'In this section',
  relatedPages: 'Related pages',
  latestNews: 'Latest news',
  comingUp: 'Coming up',
  highlights: 'In the spotlight',
  quickLinks: 'Popular services',
  seeAll: 'See all',
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
  noSuchPage: 'This list has no such page.',
  backToFirst: 'Go to the first page',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  table: 'Table',
  resultRange: (first, last, total) =>
    first === last ? `${first} of ${total}` : `${first} to ${last} of ${total}`,
  page: (page) => `Page ${page}`,
}

const WELSH: Messages = {
  breadcrumb: 'Briwsion bara',
  inThisSection: 'Yn yr adran hon',
  relatedPages: 'Tudalennau cysylltiedig',
  latestNews: 'Newyddion diweddaraf',
  comingUp: 'Ar y gweill',
  highlights: 'Dan sylw',
  quickLinks: 'Gwasanaethau poblogaidd',
  seeAll: 'Gweld y cyfan',
  published: 'Cyhoeddwyd',
  by: 'Gan',
  topic: 'Pwnc',
  when: 'Pryd',
  where: 'Ble',
  price: 'Pris',
  to: 'hyd',
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
  noSuchPage: 'Nid oes tudalen o’r fath yn y rhestr hon.',
  backToFirst: 'Mynd i’r dudalen gyntaf',
  pages: 'Tudalennau',
  previous: 'Blaenorol',
  next: 'Nesaf',
  table: 'Tabl',
  resultRange: (first, last, total) =>
    first === last ? `${first} o ${total}` : `${first} i ${last} o ${total}`,
  page: (page) => `Tudalen ${page}`,
}

/** The words in a language; English where there is no translation. */
export const messages = (language: string): Messages =>
  language === 'cy' || language.startsWith('cy-') ? WELSH : ENGLISH

/** Words of the frame and of the shell's own pages. */
export interface ShellMessages {
  readonly skipToContent: string
  readonly home: string
  readonly menu: string
  readonly mainMenu: string
  readonly closeMenu: string
  /** For the control that unfolds a section's pages. */
  readonly pagesIn: (section: string) => string
  readonly account: string
  readonly languages: string
  readonly search: string
  readonly searchLabel: string
  readonly searchPlaceholder: string
  readonly sections: string
  readonly contact: string
  readonly telephone: string
  readonly email: string
  readonly aboutSite: string
  readonly notFoundTitle: string
  readonly notFoundText: string
  readonly nearPages: string
  readonly usefulLinks: string
  readonly homePage: string
  readonly errorTitle: string
  readonly errorText: string
  readonly requestId: string
  readonly slotMissing: string
  readonly slotMissingMain: string
  readonly tryAgain: string
  /** When a browser sends more cookies than can be read. */
  readonly cookiesTitle: string
  readonly cookiesText: string
  readonly preview: string
  readonly previewLatest: string
  readonly previewDraft: string
  readonly previewChanged: string
  readonly previewPublished: string
  readonly contentType: string
  readonly lastChanged: string
  readonly showPublished: string
  readonly showLatest: string
  readonly exitPreview: string
  /** For somebody without the right to drafts, where nothing is published. */
  readonly previewUnpublished: string
  readonly previewLinkTitle: string
  readonly previewLinkText: string
  readonly busyTitle: string
  readonly busyText: string
  readonly signIn: string
  readonly candidate: string
  readonly candidateReset: string
}

const en: ShellMessages = {
  skipToContent: 'Skip to content',
  home: 'home',
  menu: 'Menu',
  mainMenu: 'Main menu',
  closeMenu: 'Close menu',
  pagesIn: (section) => `Pages in ${section}`,
  account: 'Account',
  languages: 'Language',
  search: 'Search',
  searchLabel: 'Search this site',
  searchPlaceholder: 'Search this site',
  sections: 'Sections',
  contact: 'Contact us',
  telephone: 'Telephone',
  email: 'Email',
  aboutSite: 'About this site',
  notFoundTitle: 'Page Not Found',
  notFoundText:
    'The page may have moved, or the address may be mistyped. Search for it, or start from one of the pages below.',
  nearPages: 'Were you looking for one of these?',
  usefulLinks: 'Useful pages',
  homePage: 'Home page',
  errorTitle: 'Sorry, something went wrong',
  errorText:
    'We could not show this page. It is our fault and we have a record of it. Please try again in a few minutes.',
  requestId: 'If you contact us about it, please quote',
  slotMissing: 'This part of the page is not available at the moment.',
  slotMissingMain: 'This page cannot be shown at the moment. Please try again in a few minutes.',
  tryAgain: 'Try again',
  cookiesTitle: 'Your browser sent too much',
  cookiesText:
    'The cookies that your browser keeps for this site have become too large, so they have been removed. Please load the page again. If you were signed in, sign in again.',
  preview: 'Preview',
  previewLatest: 'Latest version, as published',
  previewDraft: 'Draft, not published yet',
  previewChanged: 'Draft with changes that are not published',
  previewPublished: 'Published version',
  contentType: 'Content type',
  lastChanged: 'Last changed',
  showPublished: 'Show published version',
  showLatest: 'Show latest version',
  exitPreview: 'Exit preview',
  previewUnpublished: 'There is no published version of this page. Editors can sign in to preview it.',
  previewLinkTitle: 'This preview cannot be opened',
  previewLinkText: 'This preview link has expired, or was not made for this site. Please ask for a new one.',
  busyTitle: 'Many people are here just now',
  busyText: 'The site cannot show this page at the moment. Please try again in a few seconds.',
  signIn: 'Sign in',
  candidate: 'Release candidate',
  candidateReset: 'Back to the live release',
}

const cy: ShellMessages = {
  skipToContent: 'Neidio i’r cynnwys',
  home: 'hafan',
  menu: 'Dewislen',
  mainMenu: 'Prif ddewislen',
  closeMenu: 'Cau’r ddewislen',
  pagesIn: (section) => `Tudalennau yn ${section}`,
  account: 'Cyfrif',
  languages: 'Iaith',
  search: 'Chwilio',
  searchLabel: 'Chwilio’r wefan hon',
  searchPlaceholder: 'Chwilio’r wefan',
  sections: 'Adrannau',
  contact: 'Cysylltu â ni',
  telephone: 'Ffôn',
  email: 'E-bost',
  aboutSite: 'Am y wefan hon',
  notFoundTitle: 'Heb ddod o hyd i’r dudalen',
  notFoundText:
    'Efallai fod y dudalen wedi symud, neu fod gwall yn y cyfeiriad. Chwiliwch amdani, neu dechreuwch o un o’r tudalennau isod.',
  nearPages: 'Ai un o’r rhain oeddech chi’n chwilio amdani?',
  usefulLinks: 'Tudalennau defnyddiol',
  homePage: 'Hafan',
  errorTitle: 'Mae’n ddrwg gennym, aeth rhywbeth o’i le',
  errorText:
    'Nid oedd modd dangos y dudalen hon. Ein bai ni yw hyn ac mae gennym gofnod ohono. Rhowch gynnig arall arni ymhen ychydig funudau.',
  requestId: 'Os byddwch yn cysylltu â ni amdano, dyfynnwch',
  slotMissing: 'Nid yw’r rhan hon o’r dudalen ar gael ar hyn o bryd.',
  slotMissingMain:
    'Nid oes modd dangos y dudalen hon ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
  tryAgain: 'Rhoi cynnig arall arni',
  cookiesTitle: 'Anfonodd eich porwr ormod',
  cookiesText:
    'Mae’r cwcis y mae eich porwr yn eu cadw ar gyfer y wefan hon wedi mynd yn rhy fawr, felly fe’u tynnwyd. Llwythwch y dudalen eto. Os oeddech wedi mewngofnodi, mewngofnodwch eto.',
  preview: 'Rhagolwg',
  previewLatest: 'Y fersiwn ddiweddaraf, fel y’i cyhoeddwyd',
  previewDraft: 'Drafft, heb ei gyhoeddi eto',
  previewChanged: 'Drafft gyda newidiadau heb eu cyhoeddi',
  previewPublished: 'Fersiwn gyhoeddedig',
  contentType: 'Math o gynnwys',
  lastChanged: 'Newidiwyd ddiwethaf',
  showPublished: 'Dangos y fersiwn gyhoeddedig',
  showLatest: 'Dangos y fersiwn ddiweddaraf',
  exitPreview: 'Gadael y rhagolwg',
  previewUnpublished:
    'Nid oes fersiwn gyhoeddedig o’r dudalen hon. Gall golygyddion fewngofnodi i weld rhagolwg ohoni.',
  previewLinkTitle: 'Ni ellir agor y rhagolwg hwn',
  previewLinkText:
    'Mae’r ddolen rhagolwg hon wedi dod i ben, neu ni chafodd ei gwneud ar gyfer y wefan hon. Gofynnwch am un newydd.',
  busyTitle: 'Mae llawer o bobl yma ar hyn o bryd',
  busyText:
    'Ni all y wefan ddangos y dudalen hon ar hyn o bryd. Rhowch gynnig arall arni mewn ychydig eiliadau.',
  signIn: 'Mewngofnodi',
  candidate: 'Rhyddhad ymgeisiol',
  candidateReset: 'Yn ôl i’r rhyddhad byw',
}

/** The shell's words in a language; English where there is no translation. */
export const messages = (language: string): ShellMessages =>
  language === 'cy' || language.startsWith('cy-') ? cy : en

/** A language's own name for itself, e.g. "Cymraeg" for `cy`; the code when it is not known. */
export const languageName = (language: string): string =>
  LANGUAGE_NAMES[language.split('-')[0] ?? ''] ?? language

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  cy: 'Cymraeg',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ga: 'Gaeilge',
  gd: 'Gàidhlig',
}

import type { ShellMessages, ClientMessages } from './en-GB.ts'

const LATER = 'Nid oedd modd ei hanfon ymlaen ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.'

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  'Bad Request': 'Cais annilys',
  Gone: 'Nid yw’r dudalen yno mwyach',
  'Too Many Requests': 'Gormod o geisiadau',
  'Internal Server Error': 'Gwall mewnol ar y gweinydd',
  'Bad Gateway': 'Ateb annilys gan weinydd arall',
  'Service Unavailable': 'Nid yw’r gwasanaeth ar gael',
  'Gateway Timeout': 'Ni ddaeth ateb mewn pryd',
}

export const clientMessages: ClientMessages = {
  notFoundTitle: 'Heb ddod o hyd i’r dudalen',
  notFoundText:
    'Efallai fod y dudalen wedi symud, neu fod gwall yn y cyfeiriad. Chwiliwch amdani, neu dechreuwch o un o’r tudalennau isod.',
  homePage: 'Hafan',
  errorTitle: 'Mae’n ddrwg gennym, aeth rhywbeth o’i le',
  errorText:
    'Nid oedd modd dangos y dudalen hon. Ein bai ni yw hyn. Rhowch gynnig arall arni ymhen ychydig funudau.',
  requestId: 'Os byddwch yn cysylltu â ni amdano, dyfynnwch:',
  slotMissing: 'Nid yw’r rhan hon o’r dudalen ar gael ar hyn o bryd.',
  tryAgain: 'Rhoi cynnig arall arni',
  statusText: (text) => ({
    lang: text in STATUS_TEXTS ? 'cy' : 'en',
    textContent: STATUS_TEXTS[text] ?? text,
  }),
}

/** Welsh. */
export const messages: ShellMessages = {
  ...clientMessages,
  languageName: 'Cymraeg',
  formOutcomes: { refused: 'Gwall: ', sent: 'Anfonwyd: ' },
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
  nearPages: 'Ai un o’r rhain oeddech chi’n chwilio amdani?',
  usefulLinks: 'Tudalennau defnyddiol',
  slotMissingMain:
    'Nid oes modd dangos y dudalen hon ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
  islandLate: 'Nid yw rhan o’r dudalen hon wedi llwytho, felly efallai na fydd yn gweithio.',
  offline: 'Rydych chi all-lein, felly nid oedd modd agor y dudalen honno.',
  offlineWaits: 'Bydd yn agor ohoni’i hun pan fyddwch wedi cysylltu eto.',
  offlineStay: 'Aros ar y dudalen hon',
  cookiesTitle: 'Anfonodd eich porwr ormod',
  cookiesText:
    'Mae’r cwcis y mae eich porwr yn eu cadw ar gyfer y wefan hon wedi mynd yn rhy fawr, felly fe’u tynnwyd. Llwythwch y dudalen eto. Os oeddech wedi mewngofnodi, mewngofnodwch eto.',
  headersText:
    'Naill ai mae cyfeiriad y dudalen hon yn rhy hir, neu mae’r cwcis y mae eich porwr yn eu cadw ar gyfer y wefan hon wedi mynd yn rhy fawr, felly nid oeddem yn gallu agor y dudalen. Gwiriwch y cyfeiriad, neu dechreuwch o’r hafan. Os gwelwch hyn ar dudalennau eraill hefyd, dilëwch gwcis y wefan hon yn eich porwr.',
  preview: 'Rhagolwg',
  previewLatest: 'Y fersiwn ddiweddaraf',
  previewUnchanged: 'Y fersiwn ddiweddaraf, fel y’i cyhoeddwyd',
  previewDraft: 'Drafft, heb ei gyhoeddi eto',
  previewChanged: 'Drafft gyda newidiadau heb eu cyhoeddi',
  previewPublished: 'Fersiwn gyhoeddedig',
  previewNoEntry: 'Y fersiynau diweddaraf; nid oes gan y dudalen hon gofnod ei hun',
  contentType: 'Math o gynnwys',
  lastChanged: 'Newidiwyd ddiwethaf',
  showPublished: 'Dangos y fersiwn gyhoeddedig',
  showLatest: 'Dangos y fersiwn ddiweddaraf',
  exitPreview: 'Gadael y rhagolwg',
  previewUnpublished:
    'Nid oes fersiwn gyhoeddedig o’r dudalen hon. Gall golygyddion fewngofnodi i weld rhagolwg ohoni.',
  refusals: {
    'preview/link-invalid': {
      title: 'Ni ellir agor y rhagolwg hwn',
      text: 'Mae’r ddolen rhagolwg hon wedi dod i ben, neu ni chafodd ei gwneud ar gyfer y wefan hon. Gofynnwch am un newydd.',
    },
    'request/staff-only': {
      title: 'Ni chewch wneud hyn',
      text: 'Nid oes gan eich cyfrif yr hawl i wneud hyn, felly ni wnaed dim. Gall pwy bynnag sy’n rhedeg y wefan ei rhoi i chi.',
    },
    'request/cross-site': {
      title: 'Daeth hyn o wefan arall',
      text: 'Ni wnaed dim. Os oeddech am ei wneud, dechreuwch o dudalen ar y wefan hon.',
    },
    other: { title: 'Ni chaniateir hyn', text: 'Nid yw’r wefan yn gwneud yr hyn y gofynnwyd amdano.' },
  },
  busyTitle: 'Mae llawer o bobl yma ar hyn o bryd',
  busyText:
    'Ni all y wefan ddangos y dudalen hon ar hyn o bryd. Rhowch gynnig arall arni mewn ychydig eiliadau.',
  formElsewhere: {
    title: 'Mae eich ffurflen wedi’i hanfon',
    text: 'Mae’r dudalen nesaf ar wefan arall. Os nad yw’n agor ohoni ei hun, dilynwch y ddolen.',
    link: (host) => `Parhau i ${host}`,
  },
  formNotSent: 'Nid yw eich ffurflen wedi’i hanfon.',
  formRefusals: {
    'request/foreign-origin': 'Ni chaniateir mewnosod y wefan hon yno.',
    'gateway/no-form': 'Nid yw’r ffurflen hon yno mwyach.',
    'gateway/malformed': 'Nid oedd modd ei darllen. Llwythwch y dudalen eto.',
    'gateway/too-large': 'Mae’n fwy nag a ganiateir. Byrhewch eich atebion.',
    'gateway/stalled': 'Stopiodd y ffeil ddod. Rhowch gynnig arall arni.',
    'gateway/limited': 'Anfonwyd gormod o’r fan hon. Arhoswch ychydig a rhowch gynnig arall arni.',
    'gateway/trapped':
      'Llenwyd maes nad yw pobl yn ei weld, gan eich porwr efallai. Llwythwch y dudalen eto.',
    'gateway/outdated':
      'Mae’r dudalen hon wedi bod ar agor ers amser hir. Mae eich atebion yma o hyd: anfonwch y ffurflen eto.',
    'gateway/too-fast':
      'Fe’i hanfonwyd yn rhy fuan ar ôl agor y dudalen. Arhoswch eiliad a rhowch gynnig arall arni.',
    'gateway/preview':
      'Rhagolwg yw hwn: mae eich atebion yn iawn, ac ni chawsant eu hanfon. I anfon y ffurflen, agorwch y dudalen gyhoeddedig.',
    'gateway/captcha-unsolved': 'Cwblhewch y captcha cyn cyflwyno',
    'gateway/captcha-refused': 'Ni dderbyniwyd y captcha, neu roedd yn rhy hen. Cwblhewch ef eto.',
    'gateway/captcha-unavailable':
      'Nid oedd modd gwirio’r captcha nawr. Cwblhewch ef eto ymhen ychydig funudau.',
    'gateway/file-foreign': 'Anfonwyd y ffurflen yn rhy bell yn ôl i’r ffeil hon. Anfonwch y ffurflen eto.',
    'gateway/file-empty': 'Mae’r ffeil yn wag. Dewiswch un arall.',
    'gateway/file-type':
      'Nid yw’r ffeil o fath a ganiateir, neu nid yw’r hyn y mae ei henw yn ei ddweud. Dewiswch un arall.',
    'gateway/file-too-large': 'Mae’r ffeil yn rhy fawr. Dewiswch un llai.',
    'gateway/file-too-many': 'Mae gormod o ffeiliau, neu anfonwyd un yn rhy aml.',
    'gateway/file-infected': 'Mae’r ffeil yn cynnwys rhywbeth niweidiol. Dewiswch un arall.',
    'gateway/file-unknown': 'Nid oedd modd gwirio’r ffeil nawr. Rhowch gynnig arall arni.',
    'gateway/file-gone': 'Nid yw’r ffeil yma mwyach. Dewiswch hi eto.',
    'gateway/signed-out': 'Rhaid i chi fewngofnodi eto.',
    'gateway/forbidden': 'Nid yw’r ffurflen hon ar gyfer eich cyfrif.',
    'gateway/session-unknown':
      'Nid oedd modd gwirio eich bod wedi mewngofnodi. Rhowch gynnig arall arni ymhen ychydig funudau.',
    'gateway/timeout': 'Aeth y cais rhwydwaith yn rhy hir',
    'gateway/unreachable': 'Methodd y cais rhwydwaith',
    'gateway/bad-answer': LATER,
    'gateway/unavailable': LATER,
  },
  alertLevels: { info: 'Hysbysiad', warning: 'Rhybudd', severe: 'Brys' },
  hideAlert: 'Cuddio',
  analyticsChoice: 'Eich dewis am ddadansoddeg',
  analyticsAccept: 'Derbyn dadansoddeg',
  analyticsReject: 'Gwrthod dadansoddeg',
  signIn: 'Mewngofnodi',
  candidate: 'Rhyddhad ymgeisiol',
  candidateReset: 'Yn ôl i’r rhyddhad byw',
  override: {
    name: 'Disodliad lleol',
    from: (app, origin) => `Daw ${app} o ${origin}.`,
    rest: (version) =>
      `Eiddo’r rhyddhad byw, ${version}, yw’r llwybrau, y data a’r hyn y mae’r gweinydd yn ei wneud.`,
    gone: (app) => `Nid oes rhyddhad byw o ${app} yma, felly ni ddangosir dim ohono.`,
    wait: (app, origin) => `Mae ${app} ar ei ffordd o ${origin}.`,
    needsScript: 'Mae arno angen sgript, ac nid yw’n rhedeg yn y porwr hwn.',
    dead: (app) => `Ni ellir dangos eich ${app}`,
    reasons: {
      unreachable:
        'Nid oes dim yn ateb yn ei gyfeiriad, neu nid yw’r hyn sy’n ateb ar gyfer y safle hwn. Dechreuwch y gweinydd datblygu ar gyfer y safle hwn, neu ewch yn ôl i’r rhyddhad byw.',
      other: 'Mae rhaglen arall yn ateb yn ei gyfeiriad.',
      contract: 'Fe’i hadeiladwyd ar gyfer fersiwn o’r contract nad yw’r safle hwn yn ei gynnig.',
      failed: 'Daeth, ac yna methodd. Mae consol y porwr yn dweud pam.',
    },
    differs: 'Mae ei faniffest yn wahanol i un y rhyddhad byw, sy’n dal yma, o ran:',
    title: 'Dangos rhaglen o’ch peiriant',
    text: 'Bydd y tudalennau a agorwch ar y safle hwn yn llwytho hanner porwr y rhaglen o’ch gweinydd datblygu, i chi yn unig, nes i chi fynd yn ôl neu nes bod wyth awr ar ben. Gall ei chod wneud yma beth bynnag y gallwch chi: ewch ymlaen dim ond â chod yr ydych yn ei adnabod.',
    remote: 'Rhaglen',
    origin: 'Cyfeiriad ei gweinydd datblygu',
    begin: 'Dangos i mi',
    refusedTitle: 'Ni ddangosir y rhaglen hon',
    refusals: {
      host: 'Ni ddangosir rhaglenni o beiriannau eraill ar y gwesteiwr hwn. Pwy bynnag sy’n rhedeg y safle sy’n dweud ble y gwneir.',
      staff: 'Dim ond staff y mae’r safle’n caniatáu iddynt a gaiff ddangos rhaglen o’u peiriant.',
      origin:
        'Nid yw’r safle’n derbyn rhaglen o’r cyfeiriad hwnnw. Pwy bynnag sy’n rhedeg y safle sy’n dweud o ble y mae’n gwneud.',
      remote: 'Nid oes rhyddhad byw o’r rhaglen honno yma. Rhyddhewch hi yn gyntaf.',
    },
  },
}

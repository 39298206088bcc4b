import { formatsOf } from '@tessera/shared/messages'
import type { AccountMessages } from './en-GB.ts'

const { plural } = formatsOf('cy')
/** After two, “munud” mutates; “nod” does not, so that it needs no forms. */
const minutes = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return plural(count, { two: `${count} funud`, other: `${count} munud` })
}

/** Welsh. */
export const messages: AccountMessages = {
  forms: {
    'sign-in': {
      title: 'Mewngofnodi i’ch cyfrif',
      intro: 'Defnyddiwch eich cyfrif i weld tudalennau i aelodau a staff.',
      submit: 'Mewngofnodi',
      busy: 'Wrthi’n eich mewngofnodi…',
    },
    registration: {
      title: 'Creu cyfrif',
      intro: 'Munud yn unig a gymer. Bydd angen cyfeiriad e-bost y gallwch ei agor nawr.',
      submit: 'Creu cyfrif',
      busy: 'Wrthi’n creu eich cyfrif…',
    },
    'forgot-password': {
      title: 'Ailosod eich cyfrinair',
      intro: 'Rhowch gyfeiriad e-bost eich cyfrif. Byddwn yn anfon dolen atoch i osod cyfrinair newydd.',
      submit: 'Anfon dolen ataf',
      busy: 'Wrthi’n anfon yr e-bost…',
    },
    'reset-password': {
      title: 'Dewis cyfrinair newydd',
      intro: 'Ar ôl ei gadw, cewch eich allgofnodi ym mhob man arall.',
      submit: 'Cadw’r cyfrinair newydd',
      busy: 'Wrthi’n cadw eich cyfrinair…',
    },
    'change-password': {
      title: 'Newid eich cyfrinair',
      intro: 'Ar ôl cadw’r un newydd, cewch eich allgofnodi ym mhob man arall.',
      submit: 'Newid y cyfrinair',
      busy: 'Wrthi’n newid eich cyfrinair…',
    },
    verify: {
      title: 'Cadarnhau eich cyfeiriad e-bost',
      intro:
        'Anfonwyd e-bost â dolen atoch pan grëwyd eich cyfrif. Os na allwch ddod o hyd iddo, gallwn anfon un arall.',
      submit: 'Anfon yr e-bost eto',
      busy: 'Wrthi’n anfon yr e-bost…',
    },
    confirm: {
      title: 'Cadarnhau eich cyfeiriad e-bost',
      intro: 'Un cam arall: pwyswch y botwm i gadarnhau mai chi biau’r cyfeiriad. Wedyn gallwch fewngofnodi.',
      submit: 'Cadarnhau fy nghyfeiriad e-bost',
      busy: 'Wrthi’n cadarnhau eich cyfeiriad e-bost…',
    },
  },
  labels: {
    username: 'Enw defnyddiwr neu gyfeiriad e-bost',
    password: 'Cyfrinair',
    firstName: 'Enw cyntaf',
    lastName: 'Cyfenw',
    email: 'Cyfeiriad e-bost',
    userEmail: 'Cyfeiriad e-bost',
    token: 'Dolen',
    userId: 'Defnyddiwr',
    currentPassword: 'Cyfrinair presennol',
    newPassword: 'Cyfrinair newydd',
    user: 'Cyfeiriad e-bost',
  },
  optional: '(dewisol)',
  missing: {
    username: 'Rhowch eich enw defnyddiwr neu’ch cyfeiriad e-bost',
    password: 'Rhowch gyfrinair',
    firstName: 'Rhowch eich enw cyntaf',
    lastName: 'Rhowch eich cyfenw',
    email: 'Rhowch eich cyfeiriad e-bost',
    userEmail: 'Rhowch eich cyfeiriad e-bost',
    token: 'Defnyddiwch y ddolen yn yr e-bost a anfonwyd atoch',
    userId: 'Mewngofnodwch eto, yna newidiwch eich cyfrinair',
    currentPassword: 'Rhowch eich cyfrinair presennol',
    newPassword: 'Rhowch gyfrinair newydd',
    user: 'Rhowch eich cyfeiriad e-bost',
  },
  issues: {
    missing: 'Llenwch y ffurflen gyfan',
    invalid: 'Rhowch gyfeiriad e-bost yn y fformat cywir, fel enw@example.com',
    'too-long': 'Mae’r cyfrinair yn rhy hir',
    'too-common':
      'Mae llawer o bobl yn defnyddio’r cyfrinair hwn, felly mae’n hawdd ei ddyfalu. Dewiswch un arall',
    'too-personal': 'Ni chaiff y cyfrinair gynnwys eich enw na’ch cyfeiriad e-bost',
    credentials:
      'Nid yw’r enw defnyddiwr, y cyfeiriad e-bost neu’r cyfrinair yn gywir. Gwiriwch yr hyn a roesoch a rhowch gynnig arall arni',
    link: 'Mae’r ddolen hon wedi’i defnyddio eisoes, neu’n rhy hen. Gofynnwch am un newydd',
    expired: 'Cawsoch eich allgofnodi ar ôl ysbaid. Mewngofnodwch eto',
    'cross-site': 'Ni ddaeth y ffurflen o’r dudalen hon. Rhowch gynnig arall arni',
    'no-answer': 'Nid oedd modd cyrraedd y wefan. Gwiriwch eich cysylltiad a rhowch gynnig arall arni',
    unavailable: 'Nid yw hyn yn gweithio ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau',
  },
  tooShort: (least) => `Rhaid i’r cyfrinair gynnwys o leiaf ${least} nod`,
  missingPassword: 'Rhowch eich cyfrinair',
  wrongPassword: 'Nid yw’r cyfrinair presennol yn gywir',
  limited: (waitSeconds) =>
    `Bu gormod o gynigion. Rhowch gynnig arall arni ymhen ${waitSeconds === null ? 'ysbaid' : minutes(waitSeconds)}`,
  outcomes: {
    sent: {
      title: 'Edrychwch ar eich e-bost',
      text: 'Os oes cyfrif â’r cyfeiriad hwn, mae e-bost ar ei ffordd. Am gyfnod byr y mae’r ddolen ynddo yn gweithio. Edrychwch yn eich ffolder sbam hefyd.',
    },
    registered: {
      title: 'Edrychwch ar eich e-bost',
      text: 'Anfonwyd e-bost i’r cyfeiriad a roesoch. Dilynwch y ddolen ynddo i gadarnhau mai chi biau’r cyfeiriad.',
    },
    verified: { title: 'Mae eich cyfeiriad e-bost wedi’i gadarnhau', text: 'Gallwch fewngofnodi nawr.' },
    reset: { title: 'Mae eich cyfrinair wedi’i newid', text: 'Mewngofnodwch â’r un newydd.' },
    changed: {
      title: 'Mae eich cyfrinair wedi’i newid',
      text: 'Rydych yn dal wedi mewngofnodi yma, ac wedi’ch allgofnodi ym mhob man arall.',
    },
    'signed-out': {
      title: 'Rydych wedi allgofnodi',
      text: 'Caewch y porwr hefyd os bydd eraill yn defnyddio’r ddyfais hon.',
    },
    'session-over': {
      title: 'Nid ydych wedi mewngofnodi mwyach',
      text: 'Gwnaethoch allgofnodi, efallai mewn tab arall, neu cawsoch eich allgofnodi ar ôl cyfnod heb ddefnydd. Mewngofnodwch eto i fynd ymlaen.',
    },
    'first-password': {
      title: 'Dewiswch gyfrinair',
      text: 'Un cam arall: dewiswch gyfrinair eich cyfrif. Cafodd y cyfrif ei greu mewn porwr arall neu ar ddyfais arall, felly rydym yn gofyn amdano yma i fod yn siŵr mai chi yn unig sydd â’r cyfrinair. Mae hyn hefyd yn cadarnhau eich cyfeiriad e-bost.',
    },
  },
  problemPrefix: 'Gwall: ',
  problem: 'Mae problem',
  detail: 'Manylion:',
  passwordRules: (least) =>
    `O leiaf ${least} nod. Mae sawl gair gyda’i gilydd yn hawdd ei gofio ac yn anodd ei ddyfalu. Peidiwch â defnyddio eich enw, eich cyfeiriad e-bost na chyfrinair y mae llawer o bobl yn ei ddefnyddio.`,
  password: {
    show: 'Dangos',
    hide: 'Cuddio',
    showLabel: 'Dangos y cyfrinair',
    hideLabel: 'Cuddio’r cyfrinair',
    isShown: 'Mae eich cyfrinair i’w weld',
    isHidden: 'Mae eich cyfrinair wedi’i guddio',
  },
  signIn: 'Mewngofnodi',
  signOut: 'Allgofnodi',
  createAccount: 'Creu cyfrif',
  haveAccount: 'Mae gen i gyfrif yn barod',
  forgotten: 'Wedi anghofio eich cyfrinair?',
  changePassword: 'Newid cyfrinair',
  noLink: 'Defnyddiwch y ddolen yn yr e-bost a anfonwyd atoch, neu gofynnwch am un newydd',
  brokenLink: 'Nid yw’r ddolen hon yn gweithio',
  askAgain: 'Gofyn am ddolen newydd',
  signedInAs: (name) => `Rydych wedi mewngofnodi fel ${name}.`,
  useOther: 'Defnyddio cyfrif arall',
  signInAgain: 'Mewngofnodi eto',
  leaving: { title: 'Rydych wedi mewngofnodi', text: 'Yn mynd â chi i’ch tudalen…' },
  continue: 'Parhau',
  accountOf: 'Cyfrif',
  accessDenied: {
    title: 'Ni allwch weld y dudalen hon',
    text: 'Ni all eich cyfrif agor y dudalen hon. Os credwch y dylai, cysylltwch â ni.',
    signedOutText:
      'Nid ydych wedi mewngofnodi. Mewngofnodwch, ac fe’i gwelwch os caiff eich cyfrif ei gweld.',
    requested: 'Y dudalen y gofynnoch amdani:',
  },
  signInAsOther: 'Mewngofnodi gyda chyfrif arall',
  homePage: 'Mynd i’r hafan',
}

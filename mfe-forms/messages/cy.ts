import { formatDate, formatsOf, LONG_DAY, welshDateFormat } from '@tessera/shared/messages'
import type { FormsMessages } from './en-GB.ts'

const dates = { day: welshDateFormat(LONG_DAY) }
const { plural, number } = formatsOf('cy')

/** Welsh. */
export const messages: FormsMessages = {
  loading: 'Yn llwytho’r ffurflen...',
  unavailable:
    'Nid oes modd dangos y ffurflen hon ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
  step: 'Cam',
  previousPage: 'Tudalen flaenorol',
  nextPage: 'Tudalen nesaf',
  submit: 'Cyflwyno',
  review: 'Gwirio eich atebion',
  change: 'Newid',
  yes: 'Wedi’i dicio',
  notAnswered: 'Heb ei ateb',
  notShown: 'Wedi’i ateb, heb ei ddangos yma',
  day: (date) => formatDate(date, dates),
  recovered: {
    restored: 'Rydym wedi cadw’r hyn a roesoch o’r blaen.',
    changed:
      'Mae’r ffurflen hon wedi newid ers i chi ddechrau. Rydym wedi cadw eich atebion lle maent yn dal i ffitio: gwiriwch nhw.',
  },
  startAgain: 'Dechrau eto',
  startedAgain: 'Mae eich atebion wedi’u clirio.',
  undo: 'Dadwneud',
  connection: {
    offline:
      'Rydych all-lein. Gallwch fynd ymlaen, ac anfon y ffurflen pan fyddwch ar-lein eto: cadwch y dudalen hon ar agor.',
    back: 'Rydych ar-lein eto. Ewch ymlaen, ac anfonwch y ffurflen ar y diwedd.',
  },
  submitting: 'Yn cyflwyno’r ffurflen...',
  success: 'Cyflwynwyd y ffurflen yn llwyddiannus',
  closed: 'Mae’r ffurflen hon ar gau.',
  sent: 'Mae eich ffurflen gyda ni',
  reference: 'Cyfeirnod y ffurflen yw',
  whatNext: 'Beth sy’n digwydd nesaf',
  submitError: 'Bu gwall wrth gyflwyno’r ffurflen',
  failures: {
    'no-answer': 'Methodd y cais rhwydwaith',
    'timed-out': 'Aeth y cais rhwydwaith yn rhy hir',
    unexpected: 'Nid oedd modd anfon y ffurflen.',
  },
  noCause: 'Mae eich atebion yma o hyd: rhowch gynnig arall arni.',
  customPostError: (errors) => `Gwall wrth anfon i’r cyfeiriad a osodwyd${errors ? `: ${errors}` : ''}`,
  errorTitle: 'Wps',
  optional: '(dewisol)',
  requiredMarker: '(gofynnol)',
  instructions: 'Cymorth',
  choose: 'Dewiswch',
  needsScript: 'Mae angen JavaScript ar y ffurflen hon; mae wedi’i ddiffodd neu heb lwytho.',
  required: (label) => `Mae ${label} yn faes gofynnol`,
  tooShort: (label, least) => `Rhaid i ${label} fod o leiaf ${least} nod o hyd`,
  tooLong: (label, most) => `Rhaid i ${label} fod yn ddim mwy na ${most} nod o hyd`,
  notEmail: (label) => `Nid yw ${label} yn gyfeiriad e-bost dilys`,
  notWebsite: (label) => `Nid yw ${label} yn gyfeiriad gwefan dilys`,
  notTelephone: (label) => `Nid yw ${label} yn rhif ffôn dilys`,
  notNumber: (label) => `Rhaid i ${label} fod yn rhif`,
  notInteger: (label) => `Rhaid i ${label} fod yn rhif cyfan`,
  notDate: (label) => `Rhaid i ${label} fod yn y ffurf bbbb-mm-dd`,
  notHours: 'Rhaid i’r oriau fod yn rhif rhwng 1 a 12',
  notHoursOfDay: 'Rhaid i’r oriau fod yn rhif rhwng 0 a 23',
  notMinutes: 'Rhaid i’r munudau fod yn rhif rhwng 00 a 59',
  fileType: (list) => `Ni chaniateir y math hwn o ffeil; mathau a ganiateir ${list}`,
  fileTooLarge: (label, size) => `Rhaid i ${label} fod yn ddim mwy na ${size}`,
  fileEmpty: (label) => `Mae ${label} yn ffeil wag`,
  tooSmall: (label, least) => `Rhaid i ${label} fod yn ${least} o leiaf`,
  tooLarge: (label, most) => `Rhaid i ${label} fod yn ddim mwy na ${most}`,
  tooFew: (label, least) => `Dewiswch o leiaf ${least} o ${label}`,
  tooMany: (label, most) => `Dewiswch ddim mwy na ${most} o ${label}`,
  notPattern: (label) => `Nid yw ${label} yn y ffurf y gofynnwyd amdani`,
  notAccepted: (label) => `Rhaid derbyn ${label}`,
  captcha: 'Cwblhewch y captcha cyn cyflwyno',
  captchaLabel: 'Captcha: gwirio eich bod yn berson',
  captchaLoading: 'Yn llwytho’r captcha...',
  captchaDone: 'Mae’r captcha wedi’i gwblhau.',
  captchaExpired: 'Mae’r captcha wedi dod i ben. Cwblhewch ef eto cyn cyflwyno.',
  captchaBlocked:
    'Nid oedd modd llwytho’r captcha, felly ni ellir anfon y ffurflen hon eto. Gall rhwystrwr hysbysebion, neu’r cysylltiad, fod yn ei atal. Mae eich atebion yma o hyd.',
  captchaContact: 'Gallwch hefyd gysylltu mewn ffordd arall:',
  filesError: (errors) => `Gwall wrth uwchlwytho ffeil${errors ? `: ${errors}` : ''}`,
  filesUploaded: (processed, total) => `uwchlwythwyd ${processed}/${total}`,
  tryAgain: 'Rhowch gynnig arall arni',
  filesMissing:
    'Mae eich atebion gyda ni, ond ni chyrhaeddodd ffeil. Dewiswch “Rhowch gynnig arall arni” i’w hanfon.',
  chosenFile: (name) => `Ffeil a ddewiswyd: ${name}`,
  fileSize: (bytes) =>
    bytes < 1_048_576
      ? `${number(Math.ceil(bytes / 1_024))} kB`
      : `${number(Math.round(bytes / 104_857.6) / 10)} MB`,
  fileTypes: (list) => `${list}`.toUpperCase().replace(/, (?=\w+$)/, ' neu '),
  fileLimit: (size) => `Hyd at ${size}`,
  chooseFile: 'Dewis ffeil',
  chooseOtherFile: 'Dewis ffeil arall',
  takePhoto: 'Tynnu llun',
  dropFile: 'neu ei gollwng yma, neu ei gludo',
  oneFile: 'Gellir dewis un ffeil yma, nid sawl un.',
  removeFile: 'Dileu',
  cancelFile: 'Canslo',
  sendFile: 'Anfon y ffeil hon',
  files: 'Ffeiliau',
  fileWaiting: 'Yn aros i gael ei hanfon',
  fileSending: 'Yn cael ei hanfon',
  fileChecked: 'Wedi’i hanfon; mae’n cael ei gwirio',
  fileArrived: 'Wedi’i hanfon',
  fileCancelled: 'Heb ei hanfon: wedi’i chanslo',
  fileFailed: 'Nid yw’r ffeil wedi’i hanfon',
  fileGone: 'Nid yw’r ffeil yma mwyach: dewiswch hi eto',
  sendingFiles: (sent, total) =>
    plural(total, {
      one: 'Yn anfon eich ffeil',
      other: `Yn anfon ffeiliau: anfonwyd ${number(sent)} o ${number(total)}`,
    }),
  range: (least, most) => {
    if (least !== null && most !== null) return `(rhwng ${least} a ${most} nod)`
    if (least !== null) return `(o leiaf ${least} nod)`
    return most === null ? null : `(dim mwy na ${most} nod)`
  },
  charactersRequired: (count) => `${count} nod arall yn ofynnol`,
  charactersOver: (count) => `${count} nod yn ormod`,
  charactersRemaining: (count) => `${count} nod ar ôl`,
  parts: {
    street: 'Cyfeiriad stryd',
    address2: 'Llinell gyfeiriad 2',
    city: 'Dinas',
    county: 'Sir',
    postcode: 'Cod post',
    country: 'Gwlad',
    firstName: 'Enw cyntaf',
    lastName: 'Cyfenw',
    hours: 'Oriau',
    minutes: 'Munudau',
    seconds: 'Eiliadau',
    period: 'yb/yp',
  },
  /** Before and after noon. */
  halves: { AM: 'yb', PM: 'yp' },
  missingParts: { street: 'Stryd' },
}

import type { FormsMessages } from './en-GB.ts'

/** Welsh. */
export const messages: FormsMessages = {
  loading: 'Yn llwytho’r ffurflen...',
  unavailable:
    'Nid oes modd dangos y ffurflen hon ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
  step: 'Cam',
  previous: 'Tudalen flaenorol',
  next: 'Tudalen nesaf',
  submit: 'Cyflwyno',
  submitting: 'Yn cyflwyno’r ffurflen...',
  success: 'Cyflwynwyd y ffurflen yn llwyddiannus',
  reference: 'Cyfeirnod y ffurflen yw',
  submitError: 'Bu gwall wrth gyflwyno’r ffurflen',
  failures: {
    'no-answer': 'Methodd y cais rhwydwaith',
    'timed-out': 'Aeth y cais rhwydwaith yn rhy hir',
    unexpected: 'Nid oedd modd anfon y ffurflen.',
  },
  noCause: 'Mae eich atebion yma o hyd: rhowch gynnig arall arni.',
  customPostError: (errors) => `Gwall wrth anfon i’r cyfeiriad a osodwyd${errors ? `: ${errors}` : ''}`,
  summaryTitle: 'Wps',
  optional: '(dewisol)',
  requiredMarker: '(gofynnol)',
  instructions: 'Cymorth',
  choose: 'Dewiswch',
  needsScript: 'Mae angen JavaScript ar y ffurflen hon; mae wedi’i ddiffodd neu heb lwytho.',
  filesNotSent: 'Ni chaiff ffeiliau eu hanfon gyda’r ffurflen hon eto: dim ond enw’r ffeil.',
  required: (label) => `Mae ${label} yn faes gofynnol`,
  tooShort: (label, least) => `Rhaid i ${label} fod o leiaf ${least} nod o hyd`,
  tooLong: (label, most) => `Rhaid i ${label} fod yn ddim mwy na ${most} nod o hyd`,
  notEmail: (label) => `Nid yw ${label} yn gyfeiriad e-bost dilys`,
  notWebsite: (label) => `Nid yw ${label} yn gyfeiriad gwefan dilys`,
  notTelephone: (label) => `Nid yw ${label} yn rhif ffôn dilys`,
  notDate: (label) => `Rhaid i ${label} fod yn y ffurf bbbb-mm-dd`,
  notHours: 'Rhaid i’r oriau fod yn rhif rhwng 1 a 12',
  notMinutes: 'Rhaid i’r munudau fod yn rhif rhwng 00 a 59',
  fileType: (list) => `Ni chaniateir y math hwn o ffeil; mathau a ganiateir ${list}`,
  dateHint: 'bbbb-mm-dd',
  range: (least, most) => {
    if (least !== null && most !== null) return `(rhwng ${least} a ${most} nod)`
    if (least !== null) return `(o leiaf ${least} nod)`
    return most === null ? null : `(dim mwy na ${most} nod)`
  },
  charactersRequired: (count) => `${count} nod arall yn ofynnol`,
  charactersOver: (count) => `${count} nod yn ormod`,
  charactersRemaining: (count) => `${count} nod ar ôl`,
  parts: {
    street: 'Stryd',
    address2: 'Llinell gyfeiriad 2',
    city: 'Tref neu ddinas',
    county: 'Sir',
    postcode: 'Cod post',
    country: 'Gwlad',
    firstName: 'Enw cyntaf',
    lastName: 'Cyfenw',
    hours: 'Oriau',
    minutes: 'Munudau',
    seconds: 'Eiliadau',
    period: 'AM neu PM',
  },
}

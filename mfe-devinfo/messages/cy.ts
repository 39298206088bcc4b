import { formatsOf } from '@tessera/shared/messages'
import type { VersionMessages } from './en-GB.ts'

const { plural, number } = formatsOf('cy')

type Value = string | number

/** Welsh. */
export const messages: VersionMessages = {
  title: 'Gwybodaeth am y fersiwn',
  caption: 'Beth sy’n rhedeg yma',
  staffOnly: 'Tudalen i staff yw hon.',
  packageDetail: 'Manylion y pecyn',
  name: 'Enw',
  version: 'Fersiwn',
  versionInfo: 'Gwybodaeth am y fersiwn',
  repository: 'Ystorfa',
  commit: 'Commit',
  build: 'Rhif yr adeiladiad',
  project: 'Prosiect presennol',
  versionStatus: 'Statws fersiwn y cynnwys',
  buildConfiguration: 'Ffurfweddiad yr adeiladiad',
  alias: 'Enw’r amgylchedd',
  publicUrl: 'Cyfeiriad cyhoeddus',
  servers: 'Gweinyddion a llwybrau dirprwy',
  proxyPaths: 'Llwybrau dirprwy',
  projects: 'Prosiectau',
  deliveryApi: 'Delivery API',
  isProxied: 'Ceisiadau’n mynd drwy ddirprwy',
  runtime: 'Amgylchedd rhedeg',
  isInlineStateDisabled: 'Cyflwr mewnol wedi’i ddiffodd',
  mode: 'Modd',
  development: 'Amgylchedd datblygu',
  releases: 'Rhyddhadau',
  app: 'Rhaglen',
  contract: 'Contract',
  owner: 'Perchennog',
  live: 'Yn fyw ers',
  hashes: 'Stwnshiau',
  failure: 'Gwrthodiad diwethaf',
  none: 'Dim',
  built: 'Adeiladwyd',
  candidates: 'Rhoi cynnig ar ymgeisydd',
  candidatesHint: 'Dim ond eich sesiwn chi sy’n ei weld. Nid yw’r hyn a wêl ymwelwyr eraill yn newid.',
  candidate: 'Ymgeisydd',
  tryIt: 'Rhoi cynnig arno',
  noCandidates: 'Nid oes rhyddhad yn aros am gynnig.',
  trying: 'Rydych yn rhoi cynnig ar ymgeisydd:',
  reset: 'Yn ôl i’r rhyddhad byw',
  lastPage: 'Y dudalen ddiwethaf a welsoch',
  noLastPage: 'Dim eto: agorwch dudalen o’r wefan a dewch yn ôl.',
  status: 'Statws',
  requestId: 'Cais',
  slot: 'Slot',
  remote: 'Modiwl',
  outcome: 'Canlyniad',
  rendered: 'wedi’i ddangos',
  fallback: 'wrth gefn',
  calls: 'Galwadau i’r platfform',
  noCalls: 'Dim: cadwyd pob ateb o’r blaen.',
  address: 'Cyfeiriad',
  keyCount: 'Allweddi',
  keys: 'Allweddi dirprwyol',
  switches: 'Switshis a therfynau',
  processes: 'Prosesau’r gragen',
  shells: 'Beth mae pob cragen yn ei redeg',
  thisShell: 'yn ateb y dudalen hon',
  sameReleases: 'yn rhedeg yr un rhyddhadau',
  refused: 'gwrthodwyd',
  gate: 'Y ffordd i’r platfform',
  notKnown: 'ddim yn hysbys',
  notConfigured: 'heb ei osod',
  good: 'yn ôl y disgwyl',
  bad: 'angen sylw',
  quality: {
    title: 'Ansawdd y dudalen hon',
    nothing: 'dim i’w gywiro',
    errors: (count: number) =>
      plural(count, {
        one: '1 gwall',
        two: '2 wall',
        few: `${number(count)} gwall`,
        other: `${number(count)} gwall`,
      }),
    warnings: (count: number) =>
      plural(count, { one: '1 rhybudd', two: '2 rybudd', other: `${number(count)} rhybudd` }),
    inThisEntry: 'Yng nghofnod y dudalen hon',
    inEntry: 'Yn y cofnod',
    field: 'maes',
    missingAlt: (file: Value) => `Dim testun amgen: ${file}`,
    headingJump: (from: Value, to: Value, text: Value) =>
      `Mae lefel y pennawd yn neidio o ${from} i ${to}: “${text}”`,
    brokenLink: (href: Value, text: Value) =>
      `Dolen wedi torri: mae “${text}” yn arwain at ${href}, lle nad oes tudalen`,
    malformedLink: (href: Value, text: Value) =>
      `Dolen wedi torri: nid oes gan “${text}” gyfeiriad a all weithio: ${href}`,
    missingEntry: 'Dolen wedi torri: nid yw’r cofnod neu’r ddelwedd yno, neu nid yn yr iaith hon',
    entryWithoutPage: (title: Value) => `Wedi’i hepgor: nid oes gan “${title}” dudalen i gysylltu â hi`,
    missingDescription:
      'Dim disgrifiad: nid oes gan restrau na pheiriannau chwilio ddim i’w ddweud am y dudalen',
    longTitle: (length: number, most: number) =>
      `Teitl hir: ${number(length)} llythyren; mae peiriannau chwilio’n ei dorri ar ôl tua ${number(most)}`,
    oversizedImage: (file: Value, width: number, shown: number) =>
      `Delwedd rhy fawr: mae ${file} yn ${number(width)} picsel o led ac yn cael ei dangos ar ${number(shown)} ar y mwyaf`,
    hardToRead: (age: number, most: number) =>
      `Anodd ei ddarllen: oedran darllen ${number(age)}; ceisiwch aros ar ${number(most)} neu’n is`,
    readingAge: (age: number) => `Oedran darllen: ${number(age)} (gradd Flesch–Kincaid a phum mlynedd).`,
    readingTooShort: 'Oedran darllen: mae rhy ychydig o destun i’w gyfrifo.',
    readingNotEnglish:
      'Oedran darllen: heb ei gyfrifo. Mae fformiwla Flesch–Kincaid ar gyfer Saesneg, ac ni ddefnyddir unrhyw fformiwla ar gyfer yr iaith hon.',
    unchecked: (count: number) =>
      plural(count, {
        one: 'Ni wiriwyd 1 ddolen arall.',
        two: 'Ni wiriwyd 2 ddolen arall.',
        other: `Ni wiriwyd ${number(count)} dolen arall.`,
      }),
    scope:
      'Chwilir am dudalennau’r wefan hon. Bernir dolenni i wefannau eraill yn ôl eu ffurf yn unig; ni wirir ffeiliau na lleoedd ar yr un dudalen.',
  },
}

/** Words of the version page. Names of systems and their values stay as they are. */
export interface VersionMessages {
  readonly title: string
  readonly caption: string
  readonly packageDetail: string
  readonly name: string
  readonly version: string
  readonly versionInfo: string
  readonly commit: string
  readonly build: string
  readonly project: string
  readonly versionStatus: string
  readonly runtime: string
  readonly mode: string
  readonly releases: string
  readonly noReleases: string
  readonly notKnown: string
  readonly good: string
  readonly bad: string
}

const en: VersionMessages = {
  title: 'Version Information',
  caption: 'What is running here',
  packageDetail: 'Package detail',
  name: 'Name',
  version: 'Version',
  versionInfo: 'Version info',
  commit: 'Commit',
  build: 'Build number',
  project: 'Current project',
  versionStatus: 'Content version status',
  runtime: 'Runtime',
  mode: 'Mode',
  releases: 'Releases that made this page',
  noReleases: 'None named',
  notKnown: 'not known',
  good: 'as expected',
  bad: 'needs attention',
}

const cy: VersionMessages = {
  title: 'Gwybodaeth am y fersiwn',
  caption: 'Beth sy’n rhedeg yma',
  packageDetail: 'Manylion y pecyn',
  name: 'Enw',
  version: 'Fersiwn',
  versionInfo: 'Gwybodaeth am y fersiwn',
  commit: 'Commit',
  build: 'Rhif yr adeiladiad',
  project: 'Prosiect presennol',
  versionStatus: 'Statws fersiwn y cynnwys',
  runtime: 'Amgylchedd rhedeg',
  mode: 'Modd',
  releases: 'Rhyddhadau a wnaeth y dudalen hon',
  noReleases: 'Dim wedi’u henwi',
  notKnown: 'ddim yn hysbys',
  good: 'yn ôl y disgwyl',
  bad: 'angen sylw',
}

/** The words in a language; English where there is no translation. */
export const messages = (language: string): VersionMessages =>
  language === 'cy' || language.startsWith('cy-') ? cy : en

import { formatsOf } from '@tessera/shared/messages'
import { control } from './control/en-GB.ts'

const { plural, number } = formatsOf('en-GB')

type Value = string | number

/** English messages of the version page: what every other language has to say, too. Names of systems and their values stay as they are. */
export const messages = {
  title: 'Version information',
  caption: 'What is running here',
  staffOnly: 'This page is for staff.',
  packageDetail: 'Package detail',
  name: 'Name',
  version: 'Version',
  versionInfo: 'Version info',
  repository: 'Repository',
  commit: 'Commit',
  build: 'Build number',
  project: 'Current project',
  versionStatus: 'Content version status',
  buildConfiguration: 'Build configuration',
  alias: 'Environment alias',
  publicUrl: 'Public address',
  servers: 'Servers and reverse proxy paths',
  proxyPaths: 'Reverse proxy paths',
  projects: 'Projects',
  deliveryApi: 'Delivery API',
  isProxied: 'Requests are proxied',
  runtime: 'Runtime',
  isInlineStateDisabled: 'Inline state is disabled',
  mode: 'Mode',
  development: 'Development environment',
  releases: 'Releases',
  app: 'App',
  contract: 'Contract',
  owner: 'Owner',
  live: 'In this process for',
  hashes: 'Hashes',
  failure: 'Last refusal',
  none: 'None',
  built: 'Built',
  candidates: 'Try a candidate',
  candidatesHint: 'Only your own session sees it. What other visitors see does not change.',
  candidate: 'Candidate',
  tryIt: 'Try it',
  noCandidates: 'No release is waiting to be tried.',
  trying: 'You are trying a candidate:',
  reset: 'Back to the live release',
  lastPage: 'The last page you saw',
  noLastPage: 'Nothing yet: open a page of the site and come back.',
  status: 'Status',
  requestId: 'Request',
  slot: 'Slot',
  remote: 'Remote',
  outcome: 'Outcome',
  rendered: 'rendered',
  fallback: 'fell back',
  calls: 'Calls to the platform',
  noCalls: 'None: every answer was kept from before.',
  address: 'Address',
  keyCount: 'Keys',
  keys: 'Surrogate keys',
  switches: 'Switches and limits',
  processes: 'Shell processes',
  shells: 'What each shell runs',
  thisShell: 'answers this page',
  sameReleases: 'runs the same releases',
  refused: 'refused',
  /** Releases that some of the visitors see before all others do. */
  canary: {
    title: 'Canaries',
    seenBy: (percent: number) => `${percent} % of the visitors see it`,
    unseen: 'nobody sees it',
    failed: (failures: number, pages: number) => `it failed in ${number(failures)} of ${number(pages)} pages`,
    failedLive: (failures: number, pages: number) =>
      `the live release in ${number(failures)} of ${number(pages)}`,
    halted: 'halted',
    refused: 'refused',
  },
  /** What staff may change from the version page, and what has been changed. */
  control,
  platformClient: 'The way to the platform',
  notKnown: 'not known',
  notConfigured: 'not configured',
  good: 'as expected',
  bad: 'needs attention',
  /** Leads to the shell's own page of that name. */
  override: 'Show a remote from your machine',
  /** The page on which staff try what pages of other sites can embed. Names of attributes and settings stay as they are. */
  embed: {
    title: 'Forms and search on other sites',
    intro:
      'Choose what a page of another site is to show, see it here as it will be there, and copy what that page has to say.',
    choose: 'What to show',
    show: 'Show',
    shown: {
      form: 'A form',
      box: 'A search box that leads to this site',
      results: 'A search with its results',
      listing: 'A listing',
    },
    fields: {
      formId: 'Id of the form',
      config: 'Name of the facet or listing',
      label: 'What the search is called',
      page: 'Page of this site with the same form or search',
      action: 'Colour of buttons',
      showSteps: 'Show how far the visitor is',
      isHostFont: 'Typeface of the page around it',
      isDarkToo: 'Dark for visitors who want it so',
    },
    hints: {
      formId: 'As the content system has it, e.g. 1001.',
      config:
        'Of this site’s search, e.g. news; of a listing, e.g. events. Without one, everything is searched.',
      label: 'Say whose pages are searched. Without one it is called “Search”.',
      page: 'Its path, e.g. /contact. Visitors without JavaScript are shown a link to it; the links of a search lead to it, too.',
      action: 'As #rrggbb; the site’s own unless given.',
    },
    provider: 'Where the form comes from',
    providers: { classic: 'Classic forms', formsApi: 'Forms API' },
    language: 'Language',
    apply: 'Show it',
    wantsForm: 'Give the id of a form to see it.',
    wantsName: 'Give the name of a listing to see it.',
    preview: 'As it looks',
    isReal: 'It is real: what you send here is sent.',
    linkText: 'Open it on our site',
    events: 'Events that the page is told',
    noEvents: 'None yet.',
    snippets: 'To copy',
    origins:
      'The other site has to be allowed to show it. Ask whoever runs this site to add its address, e.g. https://www.example.org, to the setting embedOrigins. Until then it is not shown there.',
    ways: {
      tag: 'Script tag',
      fixed: 'Script tag with a fixed version',
      styles: 'In the style sheet of the page',
      react: 'With React and a bundler',
      script: 'With another framework and a bundler',
      parcel: 'As a parcel of single-spa',
    },
    wayHints: {
      tag: 'Follows the releases of this site.',
      fixed:
        'The browser checks that it never changes. It is there for as long as this site keeps the release.',
      react: 'The package @tessera/embed is packed by npm run embed:pack.',
      script: 'The package @tessera/embed is packed by npm run embed:pack.',
    },
    copy: 'Copy',
    copied: 'Copied',
  },
  /** The panel above a previewed page. */
  quality: {
    title: 'Quality of this page',
    nothing: 'nothing to correct',
    errors: (count: number) => plural(count, { one: '1 error', other: `${number(count)} errors` }),
    warnings: (count: number) => plural(count, { one: '1 warning', other: `${number(count)} warnings` }),
    inThisEntry: 'In this page’s own entry',
    inEntry: 'In the entry',
    field: 'field',
    missingAlt: (file: Value) => `No alternative text: ${file}`,
    headingJump: (from: Value, to: Value, text: Value) =>
      `Heading level jumps from ${from} to ${to}: “${text}”`,
    brokenLink: (href: Value, text: Value) =>
      `Broken link: “${text}” leads to ${href}, where there is no page`,
    malformedLink: (href: Value, text: Value) =>
      `Broken link: “${text}” has no address that can work: ${href}`,
    missingEntry: 'Broken link: the linked entry or image is not there, or not in this language',
    entryWithoutPage: (title: Value) => `Left out: “${title}” has no page to link to`,
    missingDescription: 'No description: lists and search engines have nothing to say about the page',
    longTitle: (length: number, most: number) =>
      `Long title: ${number(length)} letters; search engines cut it after about ${number(most)}`,
    oversizedImage: (file: Value, width: number, shown: number) =>
      `Oversized image: ${file} is ${number(width)} pixels wide and is shown at ${number(shown)} at most`,
    hardToRead: (age: number, most: number) =>
      `Hard to read: reading age ${number(age)}; try to stay at ${number(most)} or below`,
    readingAge: (age: number) => `Reading age: ${number(age)} (Flesch–Kincaid grade plus five years).`,
    readingTooShort: 'Reading age: there is too little text to tell.',
    readingNotEnglish:
      'Reading age: not calculated. The Flesch–Kincaid formula is for English, and no formula is applied to this language.',
    useful: (yes: number, all: number) => `useful to ${number(yes)} of ${number(all)}`,
    answers: (yes: number, no: number) => `“Is this page useful?”: yes ${number(yes)}, no ${number(no)}.`,
    noAnswers: '“Is this page useful?”: nobody has answered yet.',
    unchecked: (count: number) => `Links that were not checked: ${number(count)}.`,
    scope:
      'Links to pages of this site are looked up. Links to other sites are judged by their form alone; files and places on the same page are not checked.',
  },
}

export type VersionMessages = Readonly<typeof messages>

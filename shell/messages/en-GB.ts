import type { gatewayErrors } from '../errors.ts'

const LATER = 'It could not be passed on at the moment. Please try again in a few minutes.'

/** What the browser's own code says, where it shows in place what became of a page; it is sent nothing else of the catalogue. */
export const clientMessages = {
  notFoundTitle: 'Page Not Found',
  notFoundText:
    'The page may have moved, or the address may be mistyped. Search for it, or start from one of the pages below.',
  homePage: 'Home page',
  errorTitle: 'Sorry, something went wrong',
  errorText: 'We could not show this page. The fault is ours. Please try again in a few minutes.',
  requestId: 'If you contact us about it, please quote:',
  slotMissing: 'This part of the page is not available at the moment.',
  tryAgain: 'Try again',
  /** The English text of a status in the language, else as it is: what an element that shows it has. */
  statusText: (text: string) => ({ lang: 'en', textContent: text }),
}
export type ClientMessages = Readonly<typeof clientMessages>

/** English messages of the frame and of the shell's own pages: what every other language has to say, too. */
export const messages = {
  ...clientMessages,
  /** The language's own name for itself. */
  languageName: 'English',
  /** Before the title of a page whose form was refused, or sent. */
  formOutcomes: { refused: 'Error: ', sent: 'Sent: ' },
  skipToContent: 'Skip to content',
  home: 'home',
  menu: 'Menu',
  mainMenu: 'Main menu',
  closeMenu: 'Close menu',
  /** For the control that unfolds a section's pages. */
  pagesIn: (section: string) => `Pages in ${section}`,
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
  nearPages: 'Were you looking for one of these?',
  usefulLinks: 'Useful pages',
  slotMissingMain: 'This page cannot be shown at the moment. Please try again in a few minutes.',
  /** Where the code of a part that needs it does not come. */
  islandLate: 'Part of this page has not loaded, so it may not work.',
  /** Where a link was followed while there was no line. */
  offline: 'You are offline, so that page could not be opened.',
  offlineWaits: 'It will open by itself when you are connected again.',
  /** Gives up waiting for the line. */
  offlineStay: 'Stay on this page',
  /** When a browser sends more cookies than can be read. */
  cookiesTitle: 'Your browser sent too much',
  cookiesText:
    'The cookies that your browser keeps for this site have become too large, so they have been removed. Please load the page again. If you were signed in, sign in again.',
  headersText:
    'Either the address of this page is too long, or the cookies that your browser keeps for this site have become too large, so we could not open the page. Please check the address, or start from the home page. If you see this on other pages too, delete the cookies of this site in your browser.',
  preview: 'Preview',
  previewLatest: 'Latest version',
  previewUnchanged: 'Latest version, as published',
  previewDraft: 'Draft, not published yet',
  previewChanged: 'Draft with changes that are not published',
  previewPublished: 'Published version',
  /** For a page that shows no entry, such as search. */
  previewNoEntry: 'Latest versions; this page has no entry of its own',
  contentType: 'Content type',
  lastChanged: 'Last changed',
  showPublished: 'Show published version',
  showLatest: 'Show latest version',
  exitPreview: 'Exit preview',
  /** For somebody without the right to drafts, where nothing is published. */
  previewUnpublished: 'There is no published version of this page. Editors can sign in to preview it.',
  /** For a request that is not allowed: why, by the code of its error. */
  refusals: {
    'preview/link-invalid': {
      title: 'This preview cannot be opened',
      text: 'This preview link has expired, or was not made for this site. Please ask for a new one.',
    },
    'request/staff-only': {
      title: 'You may not do this',
      text: 'Your account does not have the right to do this, so nothing was done. Whoever runs the site can give it to you.',
    },
    'request/cross-site': {
      title: 'This came from another site',
      text: 'Nothing was done. If you meant to do it, start from a page of this site.',
    },
    other: { title: 'This is not allowed', text: 'The site does not do what was asked for.' },
  },
  busyTitle: 'Many people are here just now',
  busyText: 'The site cannot show this page at the moment. Please try again in a few seconds.',
  /** After a form whose author has named a page of another site, where the browser goes by itself. */
  formElsewhere: {
    title: 'Your form has been sent',
    text: 'The next page is on another site. If it does not open by itself, follow the link.',
    link: (host: string) => `Continue to ${host}`,
  },
  /** Above the form, before what follows. */
  formNotSent: 'Your form has not been sent.',
  /** Why a form, or one of its files, was not taken, by the code of the gateway. What was typed is still there. */
  formRefusals: {
    'request/foreign-origin': 'This site may not be embedded there.',
    'gateway/no-form': 'This form is no longer here.',
    'gateway/malformed': 'It could not be read. Please load the page again.',
    'gateway/too-large': 'It is too large. Please shorten your answers.',
    'gateway/stalled': 'The file stopped coming. Please try again.',
    'gateway/limited': 'Too much was sent from here. Please wait a while and try again.',
    'gateway/trapped':
      'A field that people do not see was filled in, perhaps by your browser. Please load the page again.',
    'gateway/outdated':
      'This page has been open for a long time. Your answers are still here: please send the form again.',
    'gateway/too-fast': 'It was sent too soon after the page was opened. Please wait a moment and try again.',
    'gateway/preview':
      'This is a preview: your answers are in order, and were not sent. To send the form, open the published page.',
    'gateway/captcha-unsolved': 'Please complete captcha before submitting',
    'gateway/captcha-refused':
      'The captcha was not accepted, or it was too long ago. Please complete it again.',
    'gateway/captcha-unavailable':
      'The captcha could not be checked just now. Please complete it again in a few minutes.',
    'gateway/file-foreign': 'The form was sent too long ago for this file. Please send the form again.',
    'gateway/file-empty': 'The file is empty. Choose another one.',
    'gateway/file-type':
      'The file is not of a type that is allowed, or not what its name says. Choose another one.',
    'gateway/file-too-large': 'The file is too large. Choose a smaller one.',
    'gateway/file-too-many': 'There are too many files, or one was sent too often.',
    'gateway/file-infected': 'The file holds something that does harm. Choose another one.',
    'gateway/file-unknown': 'The file could not be checked just now. Please try again.',
    'gateway/file-gone': 'The file is no longer here. Please choose it again.',
    'gateway/signed-out': 'You have to sign in again.',
    'gateway/forbidden': 'This form is not for your account.',
    'gateway/session-unknown':
      'We could not check that you are signed in. Please try again in a few minutes.',
    'gateway/timeout': 'Network request timed out',
    'gateway/unreachable': 'Network request failed',
    'gateway/bad-answer': LATER,
    'gateway/unavailable': LATER,
  } satisfies Record<keyof typeof gatewayErrors | 'request/foreign-origin', string>,
  /** Above an alert, by its level. */
  alertLevels: { info: 'Notice', warning: 'Warning', severe: 'Urgent' },
  /** On the button that puts an alert away. */
  hideAlert: 'Hide',
  /** Asks again whether visits may be counted. */
  analyticsChoice: 'Your choice about analytics',
  analyticsAccept: 'Accept analytics',
  analyticsReject: 'Reject analytics',
  signIn: 'Sign in',
  candidate: 'Release candidate',
  candidateReset: 'Back to the live release',
  /** A remote that staff show themselves from a machine of their own. */
  override: {
    name: 'Local override',
    from: (app: string, origin: string) => `${app} comes from ${origin}.`,
    rest: (version: string) =>
      `Routes, data and what the server makes are those of the live release, ${version}.`,
    gone: (app: string) => `No release of ${app} is live here, so nothing of it is shown.`,
    wait: (app: string, origin: string) => `${app} is on its way from ${origin}.`,
    needsScript: 'It needs script, which does not run in this browser.',
    dead: (app: string) => `Your ${app} cannot be shown`,
    reasons: {
      unreachable:
        'Nothing answers at its address, or what answers there is not meant for this site. Start the dev server for this site, or go back to the live release.',
      other: 'Another remote answers at its address.',
      contract: 'It was built for a version of the contract that this site does not offer.',
      failed: 'It came and then failed. The console of the browser says why.',
    },
    differs: 'Its manifest differs from that of the live release, which holds here, in:',
    title: 'Show a remote from your machine',
    text: 'Pages that you open on this site load the browser half of the remote from your dev server, for you alone, until you go back or eight hours are over. Its code can do here whatever you can: go on only with code that you know.',
    remote: 'Remote',
    origin: 'Address of its dev server',
    begin: 'Show it to me',
    refusedTitle: 'This remote is not shown',
    refusals: {
      host: 'Remotes of other machines are not shown on this host. Whoever runs the site says where they are.',
      staff: 'Only staff whom the site allows it may show themselves a remote from their machine.',
      origin: 'The site takes no remote from that address. Whoever runs the site says from where it does.',
      remote: 'No release of that remote is live here. Release it first.',
    },
  },
}

export type ShellMessages = Readonly<typeof messages>

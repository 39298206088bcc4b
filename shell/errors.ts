import { errorsOf } from '@tessera/shared/contract'

/** Errors of a release. Source: design 6. */
export const releaseErrors = {
  'release/store-unreachable': { message: 'The release store did not answer.', status: 503 },
  'release/document-invalid': { message: 'The release document is not valid.', status: 502 },
  'release/document-unsigned': {
    message:
      'The release document is one of the time before they were signed; the next `npm run release` or `npm start` signs it.',
    status: 502,
  },
  'release/document-forged': {
    message: 'The release document is not signed by a key with the right to make its changes.',
    status: 502,
  },
  'release/document-stale': {
    message:
      'The release document is older than the one that is followed, or another one of the same number.',
    status: 502,
  },
  'release/description-invalid': {
    message: 'A release.json is invalid, or describes another release.',
    status: 502,
  },
  'release/signature-invalid': {
    message: 'A release is not signed by a key that this shell trusts.',
    status: 502,
  },
  'release/file-invalid': {
    message: 'A file of a release is missing, too large, or does not match its hash.',
    status: 502,
  },
  'release/contract-mismatch': {
    message: 'A release was built for another version of the contract.',
    status: 502,
  },
  'release/manifest-invalid': { message: 'The manifest of a release contradicts itself.', status: 502 },
  'release/collision': {
    message:
      'A release claims what belongs to another live remote: a route, a content type, a slot, a state key or an embed.',
    status: 502,
  },
  'release/not-granted': {
    message: 'A release claims something that its remote is not granted.',
    status: 502,
  },
  'release/not-loadable': { message: 'The server half of a release could not be loaded.', status: 502 },
  'release/trial-failed': {
    message: 'A release failed its trial: it hung, crashed or used too much.',
    status: 502,
  },
  'release/changes-globals': {
    message: 'A release changes global variables or built-in objects, which all other code uses too.',
    status: 502,
  },
  'release/not-a-candidate': { message: 'The release document has no such candidate.', status: 404 },
  'release/styles-not-scoped': {
    message: 'A style sheet of a release has rules beyond the markup of its remote.',
    status: 502,
  },
  'release/quarantined': {
    message:
      'A release has done harm twice within ten minutes; the one before is live until it is released anew.',
    status: 503,
  },
  'release/fixture-failed': { message: 'A release does not render its own fixture.', status: 502 },
} as const
export const releaseError = errorsOf(releaseErrors)

/** Errors for which a request is refused before any work. Source: design 5.1. */
export const requestErrors = {
  'request/malformed': { message: 'The address is malformed.', status: 400 },
  'request/too-long': { message: 'The address is too long.', status: 414 },
  'request/no-file': { message: 'There is no such file.', status: 404 },
  'request/unknown-host': { message: 'This site does not answer to that host name.', status: 421 },
  'request/method': { message: 'This method is not allowed here.', status: 405 },
  'request/no-action': { message: 'Unknown action.', status: 400 },
  'request/staff-only': { message: 'Only staff may do this.', status: 403 },
  'request/foreign-origin': {
    message: 'This site may not be embedded there: see embedOrigins.',
    status: 403,
  },
  'request/cross-site': { message: 'This request came from another site.', status: 403 },
} as const
export const requestError = errorsOf(requestErrors)

/** Errors of what is proxied from the platform: files, and the delivery API. Source: reference security 1.10. */
export const proxyErrors = {
  'proxy/timeout': { message: 'The platform did not answer in time.', status: 504 },
  'proxy/unreachable': { message: 'The platform cannot be reached.', status: 502 },
  'proxy/failed': { message: 'The platform answered with an error.', status: 502 },
  'proxy/redirected': {
    message: 'The platform answered with a redirect, which is not followed.',
    status: 502,
  },
  'proxy/too-large': { message: 'The answer of the platform is too large to be forwarded.', status: 502 },
  'proxy/not-allowed': { message: 'This request is not allowed.', status: 403 },
} as const
export const proxyError = errorsOf(proxyErrors)

/** Errors of the parts of a site that are not pages. */
export const siteErrors = {
  'site/no-sitemap': { message: 'There is no such sitemap.', status: 404 },
} as const
export const siteError = errorsOf(siteErrors)

/** Errors of a page. Source: specification 4, Access and routing. */
export const pageErrors = {
  'page/remote-missing': { message: 'The remote that shows this page is not loaded.', status: 503 },
  'page/deadline': { message: 'Data that the page needs did not arrive in time.', status: 503 },
  'page/busy': { message: 'The site is busy. Please try again in a moment.', status: 503 },
  'page/render-failed': { message: 'A remote could not render its slot.', status: 500 },
  'page/result-invalid': {
    message: 'The data that a remote loaded for its slot cannot be part of a page.',
    status: 500,
  },
  'page/forbidden-call': {
    message: 'Code of a remote called a function that would end the process or change it for all requests.',
    status: 500,
  },
  'page/broken-off': {
    message: 'Code of a remote took too long or too much memory, and was stopped.',
    status: 500,
  },
} as const
export const pageError = errorsOf(pageErrors)

/** Errors of the named data of remotes. */
export const dataErrors = {
  'data/unknown': { message: 'There is no such data.', status: 404 },
  'data/malformed': { message: 'The parameters are invalid.', status: 400 },
  'data/limited': { message: 'Too many requests. Please wait a moment.', status: 429 },
  'data/deadline': { message: 'The answer did not arrive in time.', status: 504 },
  'data/unavailable': { message: 'The data is not available at the moment.', status: 503 },
} as const
export const dataError = errorsOf(dataErrors)

/** Errors of opening a preview. Source: reference security 1.12. */
export const previewErrors = {
  'preview/link-invalid': {
    message: 'This preview link has expired, or was not made for this site. Please ask for a new one.',
    status: 403,
  },
} as const
export const previewError = errorsOf(previewErrors)

/** Errors of account endpoints. Visitors read the texts of the screens; `message` is for callers. Source: specification 5 and 8. */
export const accountErrors = {
  'account/invalid': { message: 'Invalid object', status: 400 },
  'account/fields': { message: 'Some fields are missing or invalid.', status: 422 },
  'account/credentials': { message: 'The username or the password is not right.', status: 422 },
  'account/refused': { message: 'The platform refused this.', status: 422 },
  'account/link': { message: 'The link has been used, has expired, or is not from this site.', status: 410 },
  'account/password-first': {
    message:
      'Your email address is not confirmed yet: the account was created in another browser. Go to sign-in and use "Forgotten your password?": choosing a password confirms the address too.',
    status: 409,
  },
  'account/signed-out': { message: 'No user is signed in.', status: 401 },
  'account/limited': { message: 'Too many attempts. Please wait a while.', status: 429 },
  'account/unavailable': { message: 'Accounts are not available at the moment.', status: 503 },
} as const
export const accountError = errorsOf(accountErrors)

/** Errors of a visitor's session. Source: specification 8, Accounts and routing. */
export const sessionErrors = {
  'session/keys-invalid': {
    message: 'The keys that encrypt sessions are not readable, or not 32 bytes each in base64url.',
  },
  'session/refused': { message: 'The username or the password is not right.', status: 401 },
  'session/limited': { message: 'Too many attempts to sign in.', status: 429 },
  'session/ended': { message: 'The session has ended.', status: 401 },
  'session/unavailable': { message: 'The session could not be verified.', status: 503 },
  'session/late': { message: 'The refresh token was replaced a while ago.', status: 401 },
  'session/credentials-failed': { message: 'Failed to fetch credentials', status: 502 },
  'session/security-token-invalid': { message: 'Security token is invalid', status: 401 },
  'session/refresh-token-missing': {
    message: 'Fetch credentials: Unable to find ContensisSecurityRefreshToken',
    status: 502,
  },
} as const
export const sessionError = errorsOf(sessionErrors)

/** Errors of the platform's webhook messages about changed content. Source: reference security 4.3. */
export const webhookErrors = {
  'webhook/signature': { message: 'The message is not signed, wrongly signed, or too old.', status: 401 },
  'webhook/message': { message: 'The message names no changed content.', status: 400 },
} as const
export const webhookError = errorsOf(webhookErrors)

/**
 * Errors for which the gateway does not forward a form. Visitors read the texts for these codes in the page's language
 * (`formRefusals` of the messages); `message` is for callers. Source: reference forms 3.4, 4.4, 4.7.
 */
export const gatewayErrors = {
  'gateway/no-form': { message: 'There is no such form.', status: 404 },
  'gateway/malformed': { message: 'This is not a form post.', status: 400 },
  'gateway/too-large': { message: 'The request is too large.', status: 413 },
  'gateway/stalled': { message: 'The file stopped coming.', status: 408 },
  'gateway/limited': { message: 'Too many posts. Please wait a while.', status: 429 },
  'gateway/trapped': { message: 'A field that people do not see was filled in.', status: 422 },
  'gateway/outdated': {
    message: 'The timestamp of the form is invalid or too old.',
    status: 422,
  },
  'gateway/too-fast': { message: 'The form was sent too soon after its page was loaded.', status: 422 },
  'gateway/preview': { message: 'Answers to a form in a preview are checked and not sent.', status: 422 },
  'gateway/captcha-unsolved': { message: 'Please complete captcha before submitting', status: 422 },
  'gateway/captcha-refused': { message: 'The captcha was not solved, or has expired.', status: 422 },
  'gateway/captcha-unavailable': {
    message: 'The captcha cannot be verified at the moment. Please try again.',
    status: 503,
  },
  'gateway/file-foreign': { message: 'The file does not belong to a form that was sent.', status: 403 },
  'gateway/file-empty': { message: 'The file is empty.', status: 422 },
  'gateway/file-type': { message: 'The file is not of a type that is allowed.', status: 422 },
  'gateway/file-too-large': { message: 'The file is too large.', status: 413 },
  'gateway/file-too-many': { message: 'There are too many files.', status: 422 },
  'gateway/file-infected': { message: 'The file holds something that does harm.', status: 422 },
  'gateway/file-unknown': { message: 'The file could not be scanned. Please try again.', status: 503 },
  'gateway/file-gone': { message: 'The file is no longer here. Please choose it again.', status: 422 },
  'gateway/signed-out': { message: 'The session has ended.', status: 401 },
  'gateway/forbidden': { message: 'The form is not for this visitor.', status: 403 },
  'gateway/session-unknown': { message: 'The session could not be verified.', status: 503 },
  'gateway/timeout': { message: 'Network request timed out', status: 504 },
  'gateway/unreachable': { message: 'Network request failed', status: 502 },
  'gateway/bad-answer': { message: 'The platform did not confirm that it has stored the post.', status: 502 },
  'gateway/unavailable': {
    message: 'The platform keeps failing, so calls to it are paused for a moment.',
    status: 503,
  },
} as const
export const gatewayError = errorsOf(gatewayErrors)

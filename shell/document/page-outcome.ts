import type { ShellMessages } from '../messages/index.ts'
import { renderSearchForm, type FrameLink } from './frame.ts'
import { html, safePath, type Html } from './html.ts'

/** The input of all pages that stand in for a page that cannot be shown. */
interface OutcomeInput {
  readonly messages: ShellMessages
  readonly pathPrefix?: string
  readonly homePath?: string
}

/** The input of the not-found page. Source: specification 2, Not-found page. */
export interface NotFoundInput extends OutcomeInput {
  /** 404 by default. */
  readonly statusCode?: number
  readonly statusText?: string
  /** The shell's own links, before all others. */
  readonly links?: readonly FrameLink[]
  /** The site's own text, and pages that the visitor may have meant. */
  readonly content?: NotFoundText
}

/** A link to a page that an author names; `language` only where that page is in another language. */
interface ContentLink extends FrameLink {
  readonly language?: string
}

/** The site's part of the not-found page. */
export interface NotFoundText {
  /** Markup in place of the shell's own text. */
  readonly text: Html | null
  readonly near: readonly FrameLink[]
  readonly links: readonly ContentLink[]
  /** Words that the search box is filled with. */
  readonly term: string
}

/** The not-found page: status code, "Page Not Found", the status text if there is one, search, and links. */
export function renderNotFound({
  statusCode = 404,
  statusText,
  links = [],
  content,
  ...input
}: NotFoundInput): Html {
  const { messages } = input
  const home = { label: messages.homePage, path: input.homePath ?? (input.pathPrefix || '/') }
  const ways = [home, ...links, ...(content?.links ?? [])]
  return html`<div class="wrap f-outcome">
    <p class="f-code">${statusCode}</p>
    <h1>${messages.notFoundTitle}</h1>
    ${statusText && html`<p class="lead">${statusText}</p>`}
    ${content?.text ? html`<div class="lead">${content.text}</div>` : html`<p class="lead">${messages.notFoundText}</p>`}
    ${content && renderLinks(messages.nearPages, content.near)}
    ${renderSearchForm({ ...input, term: content?.term, className: 'f-search f-search--page', id: 'page-search', isLandmark: false })}
    ${renderLinks(messages.usefulLinks, ways)}
  </div>`
}

function renderLinks(heading: string, links: readonly ContentLink[]): Html | null {
  if (links.length === 0) return null
  return html`<h2>${heading}</h2>
    <ul>
      ${links.map(
        ({ label, path, language }) =>
          html`<li><a href="${safePath(path)}"${language && html` lang="${language}" hreflang="${language}"`}>${label}</a></li>`,
      )}
    </ul>`
}

/** The input of a page for a refusal that the visitor can act on. */
export interface RefusalInput extends OutcomeInput {
  readonly title: string
  readonly text: string
  /** Links before the one to the home page. */
  readonly links?: readonly FrameLink[]
}

/** A page that explains why something is not shown, with links. */
export function renderRefusal({ title, text, links = [], ...input }: RefusalInput): Html {
  const { messages } = input
  const home = { label: messages.homePage, path: input.homePath ?? (input.pathPrefix || '/') }
  return html`<div class="wrap f-outcome">
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    ${renderLinks(messages.usefulLinks, [...links, home])}
  </div>`
}

/** A page after a form whose author has named a page of another site, with a link there. The URL has to be checked before. */
export const renderElsewhere = (url: URL, { formElsewhere }: ShellMessages): Html =>
  html`<div class="wrap f-outcome">
    <h1>${formElsewhere.title}</h1>
    <p class="lead">${formElsewhere.text}</p>
    <p class="f-ways"><a class="button" href="${url.href}">${formElsewhere.link(url.host)}</a></p>
  </div>`

/** The input of the error page. The visitor gets a request id to quote, never the cause of the error. */
export interface ErrorInput extends OutcomeInput {
  /** 500 by default. */
  readonly statusCode?: number
  /** The message in the route's error, in English: the platform's message of a refusal, otherwise the text of the status. */
  readonly statusText?: string | undefined
  readonly requestId: string
  /** The address to try again. */
  readonly retryPath?: string
}

/** The error page: a friendly text, the status text if there is one, the request's id, and links to try again and to the home page. */
export function renderError({
  statusCode = 500,
  statusText,
  requestId,
  retryPath,
  ...input
}: ErrorInput): Html {
  const { messages } = input
  return html`<div class="wrap f-outcome">
    <p class="f-code">${statusCode}</p>
    <h1>${messages.errorTitle}</h1>
    <p class="lead">${messages.errorText}</p>
    ${statusText && renderStatus(statusText, messages)}
    <p>${messages.requestId}<br /><code>${requestId}</code></p>
    <p class="f-ways">
      ${retryPath && html`<a class="button" href="${safePath(retryPath)}">${messages.tryAgain}</a>`}
      <a ${!retryPath && html`class="button"`} href="${safePath(input.homePath ?? (input.pathPrefix || '/'))}">${messages.homePage}</a>
    </p>
  </div>`
}

/** The status text in the language of the page, or in English with a `lang` attribute. */
function renderStatus(text: string, messages: ShellMessages): Html {
  const { lang, textContent } = messages.statusText(text)
  return html`<p class="f-status" lang="${lang}">${textContent}</p>`
}

/** The fallback of a slot that could not be rendered: a whole message in the main slot, one short line elsewhere. */
export const renderSlotFallback = (messages: ShellMessages, isMain: boolean): Html =>
  isMain
    ? html`<div class="wrap f-outcome">
        <h1>${messages.errorTitle}</h1>
        <p class="lead">${messages.slotMissingMain}</p>
      </div>`
    : html`<p class="f-missing">${messages.slotMissing}</p>`

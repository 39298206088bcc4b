import type { ShellMessages } from '../messages/index.ts'
import { renderSearchForm, type FrameLink } from './frame.ts'
import { html, safePath, type Html } from './html.ts'

/** What a page that cannot be shown needs to know. */
interface OutcomeInput {
  readonly messages: ShellMessages
  readonly pathPrefix?: string
  readonly homePath?: string
}

/** A path that leads nowhere. Source: specification 2, Not-found page. */
export interface NotFoundInput extends OutcomeInput {
  /** 404 unless given. */
  readonly statusCode?: number
  readonly statusText?: string
  /** Ways on of the shell's own, before all others. */
  readonly links?: readonly FrameLink[]
  /** What the site says itself, and where the visitor may have wanted to go. */
  readonly content?: NotFoundText
}

/** The site's part of the not-found page. */
export interface NotFoundText {
  /** Markup in place of the shell's own text. */
  readonly text: Html | null
  readonly near: readonly FrameLink[]
  readonly links: readonly FrameLink[]
  /** For the search box. */
  readonly term: string
}

/** The not-found page: status code, "Page Not Found", the status text where there is one, search, and ways on. */
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

function renderLinks(heading: string, links: readonly FrameLink[]): Html | null {
  if (links.length === 0) return null
  return html`<h2>${heading}</h2>
    <ul>
      ${links.map(({ label, path }) => html`<li><a href="${safePath(path)}">${label}</a></li>`)}
    </ul>`
}

/** What is not shown for a reason that the visitor can do something about. */
export interface RefusalInput extends OutcomeInput {
  readonly title: string
  readonly text: string
  /** Ways on before the home page. */
  readonly links?: readonly FrameLink[]
}

/** A page that says what is the matter, and where to go. */
export function renderRefusal({ title, text, links = [], ...input }: RefusalInput): Html {
  const { messages } = input
  const home = { label: messages.homePage, path: input.homePath ?? (input.pathPrefix || '/') }
  return html`<div class="wrap f-outcome">
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    ${renderLinks(messages.usefulLinks, [...links, home])}
  </div>`
}

/** A page that failed. The visitor gets a number to quote, never what went wrong. */
export interface ErrorInput extends OutcomeInput {
  /** 500 unless given. */
  readonly statusCode?: number
  /** What the route says of it, in English: the platform's words of a refusal, otherwise the text of the status. */
  readonly statusText?: string | undefined
  readonly requestId: string
  /** The address to try again. */
  readonly retryPath?: string
}

/** The error page: a friendly text, the status text where there is one, the request's id, another try, and a way home. */
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

/** In the language of the page, or marked as the English that it is. */
function renderStatus(text: string, messages: ShellMessages): Html {
  const { lang, textContent } = messages.statusText(text)
  return html`<p class="f-status" lang="${lang}">${textContent}</p>`
}

/** What stands where a remote could not render: a page's own message in the main slot, one quiet line elsewhere. */
export const renderSlotFallback = (messages: ShellMessages, isMain: boolean): Html =>
  isMain
    ? html`<div class="wrap f-outcome">
        <h1>${messages.errorTitle}</h1>
        <p class="lead">${messages.slotMissingMain}</p>
      </div>`
    : html`<p class="f-missing">${messages.slotMissing}</p>`

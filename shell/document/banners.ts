import type { PagePreview } from '@tessera/shared/contract'
import type { ShellMessages } from '../messages/index.ts'
import { html, safePath, type Html } from './html.ts'

/** The action of the form that ends a preview session. */
export const PREVIEW_EXIT_PATH = '/preview-session/exit'

/** The content of the preview bar, and the action of the form that leaves the preview. */
interface PreviewBarInput {
  readonly preview: PagePreview
  readonly messages: ShellMessages
  readonly exitAction: string
}

/**
 * The bar above a preview: the version that is shown, the other version, the exit. It works without JavaScript; `data-…` marks
 * the elements that `shell/browser/update-document.client.ts` changes from page to page.
 */
export function renderPreviewBar({ preview, messages, exitAction }: PreviewBarInput): Html {
  const { status, facts, other, exitPath } = preview
  return html`<aside class="p-bar" aria-label="${messages.preview}" data-preview>
    <div class="wrap p-row">
      <p class="p-status">
        <strong class="p-tag">${messages.preview}</strong> <span data-preview-status>${status}</span>
      </p>
      <dl class="p-facts" data-preview-facts>
        ${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
      </dl>
      <p class="p-ways" ${!other && html`hidden`}>
        <a href="${safePath(other?.path ?? '/')}" data-preview-other>${other?.label}</a>
      </p>
      ${
        exitPath !== null &&
        html`<form method="post" action="${exitAction}">
          <input type="hidden" name="to" value="${safePath(exitPath)}" data-preview-exit />
          <button class="p-exit" type="submit">${messages.exitPreview}</button>
        </form>`
      }
    </div>
  </aside>`
}

/** The bar above every page that names the candidate that only this member of staff sees, with a reset. It works without JavaScript. */
export const renderCandidateBar = (
  { app, version }: { readonly app: string; readonly version: string },
  messages: ShellMessages,
  action: string,
): Html =>
  html`<aside class="p-bar" aria-label="${messages.candidate}">
    <div class="wrap p-row">
      <p class="p-status"><strong class="p-tag">${messages.candidate}</strong> ${app} ${version}</p>
      <form method="post" action="${action}">
        <input type="hidden" name="reset" value="true" />
        <button class="p-exit" type="submit">${messages.candidateReset}</button>
      </form>
    </div>
  </aside>`

/** The message above a page whose form was posted without JavaScript and refused. `code`: `gateway/…`. */
export function renderFormRefusal(code: string, { formNotSent, formRefusals }: ShellMessages): Html {
  const refusals: Readonly<Record<string, string>> = formRefusals
  const text = [formNotSent, refusals[code]].filter(Boolean).join(' ')
  return html`<aside class="p-bar" role="alert"><div class="wrap p-row"><p>${text}</p></div></aside>`
}

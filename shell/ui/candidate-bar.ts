import { messages } from '../messages.ts'
import { html, type Html } from './html.ts'

/** Says above every page that one remote is a candidate which nobody else sees, with the way back. It works without script. */
export const renderCandidateBar = (
  { app, version }: { readonly app: string; readonly version: string },
  language: string,
  action: string,
): Html => {
  const words = messages(language)
  return html`<aside class="p-bar" aria-label="${words.candidate}">
    <div class="wrap p-row">
      <p class="p-status"><strong class="p-tag">${words.candidate}</strong> ${app} ${version}</p>
      <form method="post" action="${action}">
        <input type="hidden" name="reset" value="true" />
        <button class="p-exit" type="submit">${words.candidateReset}</button>
      </form>
    </div>
  </aside>`
}

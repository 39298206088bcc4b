import { html, type Html } from '../../document/html.ts'
import { renderRefusal } from '../../document/page-outcome.ts'
import type { ShellMessages } from '../../messages/index.ts'
import type { Override } from '../../override/overridden.ts'

interface FormInput {
  /** Names of the live remotes, which may be overridden. */
  readonly remotes: readonly string[]
  /** The override in the page's query; null without one. */
  readonly asked: Override | null
  readonly messages: ShellMessages
  readonly action: string
}

/** A form that explains overrides, and begins one when it is posted. */
export function renderOverrideForm({ remotes, asked, messages, action }: FormInput): Html {
  const { title, text, remote, origin, begin } = messages.override
  return html`<div class="wrap f-outcome">
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <form method="post" action="${action}" class="f-override">
      <p>
        <label for="override-remote">${remote}</label>
        <select id="override-remote" name="remote">
          ${remotes.map((name) => html`<option ${name === asked?.app && html`selected`}>${name}</option>`)}
        </select>
      </p>
      <p>
        <label for="override-origin">${origin}</label>
        <input id="override-origin" name="origin" inputmode="url" autocomplete="off" required value="${asked?.origin ?? 'http://localhost:4001'}" />
      </p>
      <button class="button" type="submit">${begin}</button>
    </form>
  </div>`
}

/** The explanation why an override is refused. */
export const renderOverrideRefusal = (
  why: keyof ShellMessages['override']['refusals'],
  messages: ShellMessages,
  pathPrefix: string,
): Html =>
  renderRefusal({
    messages,
    pathPrefix,
    title: messages.override.refusedTitle,
    text: messages.override.refusals[why],
  })

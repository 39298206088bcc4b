import type { Manifest, PageSlot } from '@tessera/shared/contract'
import { html, type Html } from '../document/html.ts'
import type { ShellMessages } from '../messages/index.ts'
import { isOverridden, OVERRIDE_PATH, overrideName, type Overridden, type Override } from './overridden.ts'

/** The browser's messages about an override, and the manifest of this site's release; `shell/browser/override` reads them from the bar. */
export interface OverrideNotes {
  readonly manifest: Manifest | null
  readonly dead: string
  /** Messages by reason: `unreachable`, `other`, `contract`, `failed`. */
  readonly reasons: Readonly<Record<OverrideReason, string>>
  readonly differs: string
}
export type OverrideReason = 'contract' | 'failed' | 'other' | 'unreachable'

/** The bar above every page that names the overridden remote and its origin, with a button to end the override. Works without script. */
export function renderOverrideBar(
  override: Override,
  live: { readonly version: string; readonly manifest: Manifest } | null,
  messages: ShellMessages,
): Html {
  const texts = messages.override
  const notes: OverrideNotes = {
    manifest: live?.manifest ?? null,
    dead: texts.dead(override.app),
    reasons: texts.reasons,
    differs: texts.differs,
  }
  return html`<aside class="p-bar" aria-label="${texts.name}" data-override="${overrideName(override)}" data-notes="${JSON.stringify(notes)}">
    <div class="wrap p-row">
      <p class="p-status">
        <strong class="p-tag">${texts.name}</strong> ${texts.from(override.app, override.origin)}
      </p>
      <p class="p-ways" role="status">${live ? texts.rest(live.version) : texts.gone(override.app)}</p>
      ${resetForm(messages, 'p-exit')}
    </div>
  </aside>`
}

const resetForm = ({ candidateReset }: ShellMessages, className: string): Html =>
  html`<form method="post" action="${OVERRIDE_PATH}">
    <input type="hidden" name="reset" value="true" />
    <button class="${className}" type="submit">${candidateReset}</button>
  </form>`

/**
 * Placeholder of a slot until the browser has rendered it: the server never runs code of another machine. Without script it explains this,
 * and in the page's main slot has a heading and a button to end the override. Null for slots that the server renders.
 */
export function renderOverrideWait(
  item: { readonly slot: PageSlot; readonly remote: unknown },
  { override, messages }: Overridden & { readonly messages: ShellMessages },
): Html | null {
  if (!override || !isOverridden(item, override)) return null
  const { wait, dead, from, needsScript } = messages.override
  const { app, origin } = override
  const isMain = item.slot.id === 'main'
  return html`<div class="f-missing${isMain && html` wrap`}" data-override-wait>
    <p class="f-wait">${wait(app, origin)}</p>
    <noscript>
      ${isMain && html`<h1>${dead(app)}</h1>`}
      <p>${from(app, origin)} ${needsScript}</p>
      ${isMain && resetForm(messages, 'button')}
    </noscript>
  </div>`
}

import { html, type Html } from '../../document/html.ts'
import type { ShellMessages } from '../../messages/index.ts'

/** Path prefix of the consent question's text; the language follows. */
export const CONSENT_PREFIX = '/_consent/'

/**
 * The footer button that shows the consent question again. Its space is reserved from the beginning; it becomes visible when its code has
 * loaded (`shell/browser/analytics/start-analytics.client.ts`): without JavaScript nothing is sent, so there is nothing to choose.
 */
export const renderConsentButton = (language: string, endpoint: string, messages: ShellMessages): Html =>
  html`<p class="wrap f-choice"><button class="f-stay" type="button" data-consent="${CONSENT_PREFIX}${language}" data-endpoint="${endpoint}">${messages.analyticsChoice}</button></p>`

import { html, type Html } from '../../document/html.ts'
import type { ShellMessages } from '../../messages/index.ts'

/** Below this path are the words of the question, by language. */
export const CONSENT_PREFIX = '/_consent/'

/**
 * The button in the footer that asks again what is sent of a visit. It has its place from the beginning and is seen once its code has come
 * (`shell/browser/analytics/start-analytics.client.ts`): without script nothing is sent, and there is nothing to choose.
 */
export const renderConsentButton = (language: string, endpoint: string, messages: ShellMessages): Html =>
  html`<p class="wrap f-choice"><button class="f-stay" type="button" data-consent="${CONSENT_PREFIX}${language}" data-endpoint="${endpoint}">${messages.analyticsChoice}</button></p>`

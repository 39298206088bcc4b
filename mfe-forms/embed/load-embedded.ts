import { AppError, type FormGate } from '@tessera/shared/contract'
import { chooseLanguage } from '@tessera/shared/messages'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { FormDefinition } from '../domain/form-definition.ts'
import { formsError } from '../errors.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormEmbedOptions } from './options.ts'

/** Everything that is needed to show a form. */
export interface EmbeddedForm {
  readonly definition: FormDefinition
  readonly gate: FormGate
  readonly language: string
  readonly messages: FormsMessages
}

/** How long the site may take, in milliseconds. */
const DEADLINE_MS = 15_000

/**
 * The form, what the site requires of every form, and the messages of its language.
 * @throws AppError forms/no-answer, forms/not-embeddable; the signal's reason if it was aborted
 */
export async function loadEmbedded(
  site: string,
  { formId, provider = 'classic', language = DEFAULT_LANGUAGE }: FormEmbedOptions,
  signal: AbortSignal,
): Promise<EmbeddedForm> {
  const query = new URLSearchParams({ formId, language, provider }).toString()
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
  try {
    const [definition, gate, messages] = await Promise.all([
      fetchText(`${site}/embed/api/data/mfe-forms/form?${query}`, deadline),
      fetchText(`${site}/embed/gate`, deadline),
      loadMessages(language),
    ])
    return {
      ...withCaptchaKey(
        JSON.parse(withSiteUrls(definition, site)) as FormDefinition,
        JSON.parse(gate) as FormGate,
      ),
      language,
      messages,
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof AppError ? cause : formsError('forms/no-answer', { cause })
  }
}

/** Replaces the captcha key of the site by the one for the host's origin; without one the form can only be filled in on the site. */
function withCaptchaKey(
  definition: FormDefinition,
  gate: FormGate,
): Pick<EmbeddedForm, 'definition' | 'gate'> {
  if (!definition.hasCaptcha || definition.captchaSiteKey === undefined) return { definition, gate }
  const captchaSiteKey = gate.captcha?.siteKey
  if (captchaSiteKey === undefined) throw formsError('forms/not-embeddable')
  return { definition: { ...definition, captchaSiteKey }, gate }
}

async function fetchText(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal,
  })
  if (!response.ok) throw formsError('forms/no-answer', { status: response.status })
  return response.text()
}

/** Links and images in the form's HTML lead to the site, not to the host. */
const withSiteUrls = (json: string, site: string): string =>
  json.replace(/\b(href|src)=\\"\/(?!\/)/g, (_all, name: string) => `${name}=\\"${site}/`)

async function loadMessages(language: string): Promise<FormsMessages> {
  const found = chooseLanguage(LANGUAGES, language, DEFAULT_LANGUAGE)
  const { messages } = (await import(
    // Only the catalogues, which are named by language, and no other files of that folder.
    /* webpackInclude: /\/[a-z]{2,3}(?:-[A-Za-z]{2,4})?\.ts$/ */
    /* webpackChunkName: "messages-[request]" */ `../messages/${found}.ts`
  )) as { readonly messages: FormsMessages }
  return messages
}
declare const LANGUAGES: readonly string[]

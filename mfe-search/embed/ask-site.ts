import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { AskData } from '@tessera/shared/contract'
import { chooseLanguage } from '@tessera/shared/messages'
import { askData } from '@tessera/shared/spa'
import type { SearchMessages } from '../messages/index.ts'
import type { SearchEmbedOptions } from './options.ts'

/** Asks the site that an embed comes from, in the embed's language. */
export const askSite =
  (site: string, { language = DEFAULT_LANGUAGE }: SearchEmbedOptions): AskData =>
  (question, signal) =>
    askData({ ...question, language, origin: `${site}/embed` }, signal)

/** The messages of its language, and which language they are in; the box is called what the page around it says. */
export async function loadMessages({ language = DEFAULT_LANGUAGE, label }: SearchEmbedOptions): Promise<{
  readonly language: string
  readonly messages: SearchMessages
}> {
  const found = chooseLanguage(LANGUAGES, language, DEFAULT_LANGUAGE)
  const { messages } = (await import(
    // Named by their language: nothing else of that folder.
    /* webpackInclude: /\/[a-z]{2,3}(?:-[A-Za-z]{2,4})?\.ts$/ */
    /* webpackChunkName: "messages-[request]" */ `../messages/${found}.ts`
  )) as { readonly messages: SearchMessages }
  // "This site" would be the one around the embed.
  return { language: found, messages: { ...messages, label: label ?? messages.search } }
}
declare const LANGUAGES: readonly string[]

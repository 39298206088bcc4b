import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { AskData } from '@tessera/shared/contract'
import { chooseLanguage } from '@tessera/shared/messages'
import { askData } from '@tessera/shared/spa'
import type { SearchMessages } from '../messages/index.ts'
import type { SearchEmbedOptions } from './options.ts'

/** Requests data from the site that an embed comes from, in the embed's language. */
export const fetchFromSite =
  (site: string, { language = DEFAULT_LANGUAGE }: SearchEmbedOptions): AskData =>
  (question, signal) =>
    askData({ ...question, language, origin: `${site}/embed` }, signal)

/** Loads the messages of the embed's language; the host page may set the label of the search box. */
export async function loadMessages({ language = DEFAULT_LANGUAGE, label }: SearchEmbedOptions): Promise<{
  readonly language: string
  readonly messages: SearchMessages
}> {
  const found = chooseLanguage(LANGUAGES, language, DEFAULT_LANGUAGE)
  const { messages } = (await import(
    // Only the catalogues, which are named by language, and no other files of that folder.
    /* webpackInclude: /\/[a-z]{2,3}(?:-[A-Za-z]{2,4})?\.ts$/ */
    /* webpackChunkName: "messages-[request]" */ `../messages/${found}.ts`
  )) as { readonly messages: SearchMessages }
  // The default label says "this site", which would mean the host.
  return { language: found, messages: { ...messages, label: label ?? messages.search } }
}
declare const LANGUAGES: readonly string[]

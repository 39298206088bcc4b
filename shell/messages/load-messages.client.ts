import type { ClientMessages } from './en-GB.ts'

/** What the shell says in place, in the language of the document, as a file of their own. Rejects where it cannot be had. */
export async function loadMessages(catalogue: string | undefined): Promise<ClientMessages> {
  const language = catalogue ?? document.documentElement.lang
  const file = (await import(/* webpackInclude: /[/\\][a-z]{2,3}(-\w+)*\.ts$/ */ `./${language}.ts`)) as {
    readonly clientMessages: ClientMessages
  }
  return file.clientMessages
}

/** What the shell says in the place of a slot, as soon as its messages are there; without them it says nothing. */
export function createMessages(catalogue: string | undefined): {
  readonly slotMissing: () => string | undefined
  /** Never rejects. */
  readonly loaded: Promise<void>
} {
  let messages: ClientMessages | null = null
  const loaded = loadMessages(catalogue).then(
    (own) => void (messages = own),
    () => undefined,
  )
  return { slotMissing: () => messages?.slotMissing, loaded }
}

import type { EmbedMessages } from '@tessera/shared/embed'
import type { Catalogues } from '@tessera/shared/messages'

/** What is said where no search can be had: with the script itself, since then nothing else comes. */
export const messages: Catalogues<EmbedMessages> = {
  'en-GB': { unavailable: 'The search cannot be shown here at the moment.', onSite: 'Search on the site' },
  cy: { unavailable: 'Ni ellir dangos y chwiliad yma ar hyn o bryd.', onSite: 'Chwiliwch ar y wefan' },
}

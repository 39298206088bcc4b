import type { EmbedMessages } from '@tessera/shared/embed'
import type { Catalogues } from '@tessera/shared/messages'

/** Messages for when the search cannot be loaded. They are part of the embed script, since nothing else is loaded then. */
export const messages: Catalogues<EmbedMessages> = {
  'en-GB': { unavailable: 'The search cannot be shown here at the moment.', onSite: 'Search on the site' },
  cy: { unavailable: 'Ni ellir dangos y chwiliad yma ar hyn o bryd.', onSite: 'Chwiliwch ar y wefan' },
}

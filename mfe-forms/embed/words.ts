import type { EmbedWords } from '@tessera/shared/embed'
import type { Catalogues } from '@tessera/shared/messages'

/** What is said where no form can be had: with the script itself, since then nothing else comes. */
export const words: Catalogues<EmbedWords> = {
  'en-GB': { unavailable: 'This form cannot be shown here at the moment.', onSite: 'Go to the site' },
  cy: { unavailable: 'Ni ellir dangos y ffurflen hon yma ar hyn o bryd.', onSite: 'Ewch i’r wefan' },
}

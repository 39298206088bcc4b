import type { EmbedMessages } from '@tessera/shared/embed'
import type { Catalogues } from '@tessera/shared/messages'

/** Messages for when the form cannot be loaded. They are part of the embed script, since nothing else is loaded then. */
export const messages: Catalogues<EmbedMessages & { readonly onlyOnSite: string }> = {
  'en-GB': {
    unavailable: 'This form cannot be shown here at the moment.',
    onlyOnSite: 'This form checks that you are not a program, and so is filled in on its own site.',
    onSite: 'Go to the site',
  },
  cy: {
    unavailable: 'Ni ellir dangos y ffurflen hon yma ar hyn o bryd.',
    onlyOnSite:
      'Mae’r ffurflen hon yn gwirio nad rhaglen ydych chi, felly caiff ei llenwi ar ei gwefan ei hun.',
    onSite: 'Ewch i’r wefan',
  },
}

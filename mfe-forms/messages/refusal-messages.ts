import type { Catalogues } from '@tessera/shared/messages'

/** Texts for servers alone: browsers load the other messages, and get the one of these that is shown with the state. */
export const refusalMessages: Catalogues<Readonly<Record<'forbidden' | 'signIn' | 'signedOut', string>>> = {
  'en-GB': {
    signedOut: 'You have to sign in to fill in this form.',
    signIn: 'Sign in',
    forbidden: 'This form is not for your account.',
  },
  cy: {
    signedOut: 'Rhaid i chi fewngofnodi i lenwi’r ffurflen hon.',
    signIn: 'Mewngofnodi',
    forbidden: 'Nid yw’r ffurflen hon ar gyfer eich cyfrif.',
  },
}

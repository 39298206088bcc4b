import { formatsOf } from '@tessera/shared/messages'

const { plural } = formatsOf('en-GB')
const hoursOf = (hours: number): string => plural(hours, { one: '1 hour', other: `${hours} hours` })

/** What one message says. */
export interface MailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Label of the link that it leads to. */
  readonly link: string
  readonly closing: readonly string[]
}

/** English texts of the mails that accounts send: what every other language has to say, too. */
export const messages = {
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  /** How long a link works. */
  linkLifetime: {
    confirm: (hours: number) => `This link works for ${hoursOf(hours)}.`,
    reset: (hours: number) => `This link works once, and for ${hoursOf(hours)}.`,
  },
  kinds: {
    /** Somebody registered with this address. */
    confirm: {
      subject: 'Confirm your email address',
      paragraphs: [
        'Thank you for registering. Please confirm that this email address is yours. You can then sign in. In another browser or on another device than the one you registered on, you are asked to choose a password first.',
      ],
      link: 'Confirm my email address',
      closing: [
        'If you did not register, you do not need to do anything: without this link the account cannot be used.',
      ],
    },
    /** Somebody registered with the address of an account that there is already. */
    alreadyRegistered: {
      subject: 'You already have an account',
      paragraphs: [
        'Somebody, perhaps you, tried to register with this email address. There is an account with it already, and nothing about it has changed.',
        'If it was you and you have forgotten your password, you can choose a new one.',
      ],
      link: 'Choose a new password',
      closing: ['If it was not you, you do not need to do anything.'],
    },
    /** The username that somebody wanted belongs to somebody else. */
    nameTaken: {
      subject: 'Please choose another username',
      paragraphs: [
        'Thank you for registering. The username that you chose belongs to somebody else, so no account was made.',
      ],
      link: 'Register with another username',
      closing: ['If you did not register, you do not need to do anything.'],
    },
    /** Somebody asked for a new password. */
    reset: {
      subject: 'Choose a new password',
      paragraphs: ['Somebody, perhaps you, asked for a new password for your account.'],
      link: 'Choose a new password',
      closing: ['If it was not you, you do not need to do anything: your password stays as it is.'],
    },
    /** A password was replaced. */
    passwordChanged: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed just now. You have been signed out everywhere else.',
      ],
      link: 'It was not me: choose a new password',
      closing: ['If you changed it yourself, you do not need to do anything.'],
    },
  } satisfies Record<string, MailText>,
}

export type MailMessages = Readonly<typeof messages>

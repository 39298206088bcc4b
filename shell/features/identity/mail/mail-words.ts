/** What one message says. */
interface MailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link: string
  readonly closing: readonly string[]
}

/** Words of the messages that accounts send. */
export interface MailWords {
  readonly greeting: (name: string) => string
  readonly kinds: {
    /** Somebody registered with this address. */
    readonly confirm: MailText
    /** Somebody registered with the address of an account that there is already. */
    readonly alreadyRegistered: MailText
    /** The username that somebody wanted belongs to somebody else. */
    readonly nameTaken: MailText
    /** Somebody asked for a new password. */
    readonly reset: MailText
    /** A password was replaced. */
    readonly passwordChanged: MailText
  }
}

/** How long the links work, in the words of the messages. */
export const LINK_HOURS = { confirm: 24, reset: 1 } as const

const en: MailWords = {
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  kinds: {
    confirm: {
      subject: 'Confirm your email address',
      paragraphs: [
        'Thank you for registering. Please confirm that this email address is yours. You can then sign in.',
      ],
      link: 'Confirm my email address',
      closing: [
        `This link works for ${LINK_HOURS.confirm} hours.`,
        'If you did not register, you do not need to do anything: without this link the account cannot be used.',
      ],
    },
    alreadyRegistered: {
      subject: 'You already have an account',
      paragraphs: [
        'Somebody, perhaps you, tried to register with this email address. There is an account with it already, and nothing about it has changed.',
        'If it was you and you have forgotten your password, you can choose a new one.',
      ],
      link: 'Choose a new password',
      closing: ['If it was not you, you do not need to do anything.'],
    },
    nameTaken: {
      subject: 'Please choose another username',
      paragraphs: [
        'Thank you for registering. The username that you chose belongs to somebody else, so no account was made.',
      ],
      link: 'Register with another username',
      closing: ['If you did not register, you do not need to do anything.'],
    },
    reset: {
      subject: 'Choose a new password',
      paragraphs: ['Somebody, perhaps you, asked for a new password for your account.'],
      link: 'Choose a new password',
      closing: [
        `This link works once, and for ${LINK_HOURS.reset} hour.`,
        'If it was not you, you do not need to do anything: your password stays as it is.',
      ],
    },
    passwordChanged: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed just now. You have been signed out everywhere else.',
      ],
      link: 'It was not me: choose a new password',
      closing: ['If you changed it yourself, you do not need to do anything.'],
    },
  },
}

const cy: MailWords = {
  greeting: (name) => (name ? `Helo ${name},` : 'Helo,'),
  kinds: {
    confirm: {
      subject: 'Cadarnhewch eich cyfeiriad e-bost',
      paragraphs: [
        'Diolch am gofrestru. Cadarnhewch mai chi biau’r cyfeiriad e-bost hwn. Wedyn gallwch fewngofnodi.',
      ],
      link: 'Cadarnhau fy nghyfeiriad e-bost',
      closing: [
        `Mae’r ddolen hon yn gweithio am ${LINK_HOURS.confirm} awr.`,
        'Os nad chi a gofrestrodd, nid oes angen gwneud dim: heb y ddolen hon ni ellir defnyddio’r cyfrif.',
      ],
    },
    alreadyRegistered: {
      subject: 'Mae gennych gyfrif eisoes',
      paragraphs: [
        'Ceisiodd rhywun, chi efallai, gofrestru â’r cyfeiriad e-bost hwn. Mae cyfrif ag ef eisoes, ac nid oes dim wedi newid ynddo.',
        'Os mai chi oedd yno a’ch bod wedi anghofio’ch cyfrinair, gallwch ddewis un newydd.',
      ],
      link: 'Dewis cyfrinair newydd',
      closing: ['Os nad chi oedd yno, nid oes angen gwneud dim.'],
    },
    nameTaken: {
      subject: 'Dewiswch enw defnyddiwr arall',
      paragraphs: [
        'Diolch am gofrestru. Mae’r enw defnyddiwr a ddewisoch yn perthyn i rywun arall, felly ni chrëwyd cyfrif.',
      ],
      link: 'Cofrestru ag enw defnyddiwr arall',
      closing: ['Os nad chi a gofrestrodd, nid oes angen gwneud dim.'],
    },
    reset: {
      subject: 'Dewiswch gyfrinair newydd',
      paragraphs: ['Gofynnodd rhywun, chi efallai, am gyfrinair newydd i’ch cyfrif.'],
      link: 'Dewis cyfrinair newydd',
      closing: [
        `Mae’r ddolen hon yn gweithio unwaith, ac am ${LINK_HOURS.reset} awr.`,
        'Os nad chi oedd yno, nid oes angen gwneud dim: bydd eich cyfrinair yn aros fel y mae.',
      ],
    },
    passwordChanged: {
      subject: 'Newidiwyd eich cyfrinair',
      paragraphs: ['Newidiwyd cyfrinair eich cyfrif yn awr. Rydych wedi’ch allgofnodi ym mhobman arall.'],
      link: 'Nid fi oedd yno: dewis cyfrinair newydd',
      closing: ['Os mai chi a’i newidiodd, nid oes angen gwneud dim.'],
    },
  },
}

/** Words of messages in a language; English where there is no translation. */
export const mailWords = (language: string): MailWords =>
  language === 'cy' || language.startsWith('cy-') ? cy : en

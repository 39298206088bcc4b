import type { MailMessages } from './en-GB.ts'

/** Welsh. */
export const messages: MailMessages = {
  greeting: (name) => (name ? `Helo ${name},` : 'Helo,'),
  linkLifetime: {
    confirm: (hours) => `Mae’r ddolen hon yn gweithio am ${hours} awr.`,
    reset: (hours) => `Mae’r ddolen hon yn gweithio unwaith, ac am ${hours} awr.`,
  },
  kinds: {
    confirm: {
      subject: 'Cadarnhewch eich cyfeiriad e-bost',
      paragraphs: [
        'Diolch am gofrestru. Cadarnhewch mai chi biau’r cyfeiriad e-bost hwn. Wedyn gallwch fewngofnodi. Mewn porwr arall neu ar ddyfais arall na’r un y gwnaethoch gofrestru arni, gofynnir i chi ddewis cyfrinair yn gyntaf.',
      ],
      link: 'Cadarnhau fy nghyfeiriad e-bost',
      closing: [
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
      closing: ['Os nad chi oedd yno, nid oes angen gwneud dim: bydd eich cyfrinair yn aros fel y mae.'],
    },
    passwordChanged: {
      subject: 'Newidiwyd eich cyfrinair',
      paragraphs: ['Newidiwyd cyfrinair eich cyfrif yn awr. Rydych wedi’ch allgofnodi ym mhobman arall.'],
      link: 'Nid fi oedd yno: dewis cyfrinair newydd',
      closing: ['Os mai chi a’i newidiodd, nid oes angen gwneud dim.'],
    },
  },
}

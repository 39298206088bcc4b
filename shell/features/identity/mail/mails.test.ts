import { accountMail, type MailKind } from './mails.ts'
import { messagesFor } from './messages/index.ts'

const facts = {
  to: 'gwen@post.example',
  name: 'Gwen',
  siteName: 'Larkmoor Council',
  url: 'https://www.larkmoor.example/account/verify?token=a&b=c',
}
const inLanguage = (language: string) => ({ language, messages: messagesFor(language, 'en-GB') })
const inEnglish = inLanguage('en-GB')
const KINDS: readonly MailKind[] = ['confirm', 'alreadyRegistered', 'nameTaken', 'reset', 'passwordChanged']

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const readableText = (html: string): string =>
  html.replace(/<[^>]+>/g, ' ').replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => SIGNS[name] ?? '')

describe('messages of accounts (docs/decisions/0012)', () => {
  it.each(KINDS)('%s has the same content as text and as HTML, in English and in Welsh', (kind) => {
    const mails = ['en-GB', 'cy'].map((language) => accountMail(kind, { ...facts, ...inLanguage(language) }))
    for (const { text, html } of mails) {
      const lines = text.split('\n').filter(Boolean)
      expect(lines.length).toBeGreaterThan(3)
      for (const line of lines) expect(readableText(html)).toContain(line.replace(/:$/, ''))
    }
    const [english, welsh] = mails
    expect(english?.text).not.toBe(welsh?.text)
    expect(english?.subject).not.toBe(welsh?.subject)
    for (const mail of [english, welsh]) {
      expect(mail?.text).toContain(`\n${facts.url}\n`)
      expect(mail?.html).toContain('href="https://www.larkmoor.example/account/verify?token=a&amp;b=c"')
      expect(mail?.subject).toMatch(/ – Larkmoor Council$/)
    }
    expect(welsh?.html).toContain('<html lang="cy" dir="ltr">')
  })

  it('has the writing direction of its language', () => {
    const { html } = accountMail('confirm', { ...facts, language: 'ar', messages: inEnglish.messages })
    expect(html).toContain('<html lang="ar" dir="rtl">')
  })

  it('escapes HTML that a visitor typed', () => {
    const { html } = accountMail('confirm', { ...facts, ...inEnglish, name: 'Gwen & <b>"Co"' })
    expect(html).toContain('<p>Hello,</p>')
    const kept = accountMail('confirm', { ...facts, ...inEnglish, name: `O'Neill & Co` })
    expect(kept.html).toContain('<p>Hello O&#39;Neill &amp; Co,</p>')
  })

  it.each([
    'Win at https://evil.example',
    'www.evil.example',
    'evil.example/win',
    'a@b.example',
    'Click evil.com now',
  ])('sends nobody the advertisement %j as a name', (name) => {
    const mail = accountMail('confirm', { ...facts, ...inEnglish, name })
    expect(mail.text).toMatch(/^Hello,/)
    expect(mail.text + mail.html).not.toContain('evil')
  })

  it('keeps a subject on one line', () => {
    const mail = accountMail('reset', { ...facts, ...inEnglish, siteName: 'A\r\nBcc: x@y.example' })
    expect(mail.subject).toBe('Choose a new password – A Bcc: x@y.example')
  })
})

import { linkTelephones, telephoneParts } from './link-telephones.ts'

const LINK = '<a href="tel:01632960199">01632 960199</a>'

describe('telephone numbers in texts', () => {
  it('are links', () => {
    expect(linkTelephones('<p>Ring 01632 960199. Now.</p>')).toBe(`<p>Ring ${LINK}. Now.</p>`)
    expect(linkTelephones('<strong>01632 960199</strong>, 01632 960199')).toBe(
      `<strong>${LINK}</strong>, ${LINK}`,
    )
    expect(linkTelephones('from abroad +44 1632 960199')).toBe(
      'from abroad <a href="tel:+441632960199">+44 1632 960199</a>',
    )
  })

  it.each([
    '<a href="tel:01632960199">01632 960199</a>',
    '<a href="/x">call <b>01632 960199</b></a>',
    '<img src="/01632960199.png" alt="01632 960199">',
    'Account 1234 5678 90, reference AB-01632960199, £01632960199',
    'in 2025 and 2026, 5,400 homes, 0.123456789012 km, 012 345',
    'form 12/01632960199',
  ])('are nothing else: %s stays', (html) => expect(linkTelephones(html)).toBe(html))

  it('are links in plain text too, such as the cells of a table', () => {
    const number = { text: '01632 960199', href: 'tel:01632960199' }
    expect(telephoneParts('Ring 01632 960199 or 01632 960199')).toEqual([
      { text: 'Ring ' },
      number,
      { text: ' or ' },
      number,
    ])
    expect(telephoneParts('01632 960199, <day>')).toEqual([number, { text: ', <day>' }])
    expect(telephoneParts('')).toEqual([])
  })
})

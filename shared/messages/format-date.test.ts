import { dateFormatsOf } from './date-formats.ts'
import { englishDateFormats } from './english-dates.ts'
import { calendarLeaf, describeRange, formatDate, formatMoment, formatWeekday } from './format-date.ts'
import { welshDateFormats } from './welsh-dates.ts'

const formatsIn = (language: string) =>
  language === 'cy'
    ? welshDateFormats()
    : language === 'en-GB'
      ? englishDateFormats()
      : dateFormatsOf(language)

const words = (from: string, to: string | undefined, language: string, brief?: boolean) => {
  const range = describeRange({ from, ...(to ? { to } : {}) }, formatsIn(language), brief)
  return [range.from.text, range.to?.text ?? null]
}

describe('dates for people', () => {
  it('name the weekday alone, on the council’s clock', () => {
    const monday = Date.parse('2026-07-12T23:30:00Z')
    expect([formatWeekday(monday, formatsIn('en-GB')), formatWeekday(monday, formatsIn('cy'))]).toEqual([
      'Monday',
      'Dydd Llun',
    ])
  })

  it.each([
    ['en-GB', '14 March 2026'],
    ['cy', '14 Mawrth 2026'],
    ['de', '14. März 2026'],
  ])('writes a date in %s', (language, text) => {
    expect(formatDate('2026-03-14T09:00:00Z', formatsIn(language))).toBe(text)
  })

  it('keeps the council’s clock in summer, wherever the server is', () => {
    expect(formatMoment('2026-07-01T09:00:00Z', formatsIn('en-GB'))).toBe('Wednesday 1 July 2026, 10am')
  })

  it('knows that midnight in London is the next day there', () => {
    expect(formatDate('2026-06-30T23:30:00Z', dateFormatsOf('en-GB'))).toBe('1 July 2026')
  })

  it('writes a date without a time as that day', () => {
    expect(formatMoment('2026-07-01', dateFormatsOf('en-GB'))).toBe('Wednesday 1 July 2026')
  })

  it.each([
    ['one day', '2026-03-14T10:00:00Z', '2026-03-14T16:00:00Z', ['Saturday 14 March 2026, 10am', '4pm']],
    ['a moment', '2026-03-14T10:00:00Z', undefined, ['Saturday 14 March 2026, 10am', null]],
    ['a whole day', '2026-03-14T00:00:00Z', '2026-03-14T23:59:00Z', ['Saturday 14 March 2026', null]],
    ['an evening', '2026-07-04T18:00:00Z', '2026-07-04T23:00:00Z', ['Saturday 4 July 2026, 7pm', 'midnight']],
    [
      'an evening to 23:59',
      '2026-03-14T19:00:00Z',
      '2026-03-14T23:59:00Z',
      ['Saturday 14 March 2026, 7pm', '11.59pm'],
    ],
    ['an evening until that day', '2026-07-04T18:00:00Z', '2026-07-04', ['Saturday 4 July 2026, 7pm', null]],
    [
      'days from midnight to midnight',
      '2026-03-14T00:00:00Z',
      '2026-03-15T00:00:00Z',
      ['Saturday 14 March 2026', 'Sunday 15 March 2026'],
    ],
    [
      'several days until midnight',
      '2026-03-14T10:00:00Z',
      '2026-03-21T00:00:00Z',
      ['Saturday 14 March 2026, 10am', 'Friday 20 March 2026'],
    ],
    [
      'several days',
      '2026-03-14T10:00:00Z',
      '2026-03-20T16:00:00Z',
      ['Saturday 14 March 2026, 10am', 'Friday 20 March 2026, 4pm'],
    ],
  ])('describes %s', (_name, from, to, expected) => {
    expect(words(from, to, 'en-GB')).toEqual(expected)
  })

  it.each([
    ['one month', '2026-03-14T10:00:00Z', '2026-03-20T16:00:00Z', 'cy', ['14', '20 Mawrth 2026']],
    [
      'two months',
      '2026-11-30T10:00:00Z',
      '2026-12-02T16:00:00Z',
      'en-GB',
      ['30 November', '2 December 2026'],
    ],
    [
      'the council’s days',
      '2026-03-31T22:30:00Z',
      '2026-04-02T10:00:00Z',
      'en-GB',
      ['31 March', '2 April 2026'],
    ],
    [
      'evenings until midnight',
      '2026-03-14T19:00:00Z',
      '2026-03-21T00:00:00Z',
      'en-GB',
      ['14', '20 March 2026'],
    ],
    ['two years', '2026-12-03T10:00:00Z', '2027-12-05T16:00:00Z', 'cy', ['3 Rhagfyr 2026', '5 Rhagfyr 2027']],
    ['the month first', '2026-12-03', '2026-12-05', 'en-US', ['December 3, 2026', 'December 5, 2026']],
    ['a dot', '2026-12-03', '2026-12-05', 'de', ['3.', '5. Dezember 2026']],
  ])(
    'leaves times out of several days where there is little room, and says once what both days share: %s',
    (_name, from, to, language, expected) => {
      expect(words(from, to, language, true)).toEqual(expected)
    },
  )

  it.each([
    ['2026-07-01T09:00:00Z', '10am', '10am'],
    ['2026-01-01T08:05:00Z', '8.05am', '8.05am'],
    ['2026-01-01T12:00:00Z', 'midday', 'hanner dydd'],
    ['2026-01-01T12:30:00Z', '12.30pm', '12.30pm'],
    ['2026-01-01T00:00:00Z', 'midnight', 'hanner nos'],
    ['2026-06-30T23:15:00Z', '12.15am', '12.15am'],
    ['2026-01-01T23:59:00Z', '11.59pm', '11.59pm'],
  ])('writes the time of %s on the council’s clock as authors do: %s, %s', (iso, english, welsh) => {
    expect(formatsIn('en-GB').time.format(Date.parse(iso))).toBe(english)
    expect(formatsIn('cy').time.format(Date.parse(iso))).toBe(welsh)
  })

  it('has no comma between the day of the week and the date, though a language says it in two words', () => {
    expect(formatMoment('2026-11-28T16:30:00Z', formatsIn('cy'))).toBe('Dydd Sadwrn 28 Tachwedd 2026, 4.30pm')
  })

  it('parts day and time as the language does', () => {
    expect(formatMoment('2026-11-28T16:30:00Z', dateFormatsOf('ar', { comma: '، ' }))).toBe(
      'السبت، 28 نوفمبر 2026، 16:30',
    )
  })

  it.each(['2026-01-31T23:30:00Z', '2026-06-30T23:30:00Z', '2027-02-28T10:00:00Z', '2026-12-06T09:05:00Z'])(
    'writes Welsh dates as Intl does where it has Welsh: %s',
    (iso) => {
      const options = { timeZone: 'Europe/London', day: 'numeric', month: 'long', year: 'numeric' } as const
      const known = new Intl.DateTimeFormat('cy', { ...options, weekday: 'long' }).format(new Date(iso))
      const short = new Intl.DateTimeFormat('cy', {
        timeZone: 'Europe/London',
        day: 'numeric',
        month: 'short',
      })
      const formats = welshDateFormats()
      expect(formats.weekday.format(new Date(iso))).toBe(known)
      expect(formatDate(iso, formats)).toBe(new Intl.DateTimeFormat('cy', options).format(new Date(iso)))
      const { day, month } = calendarLeaf(iso, formats)
      expect(`${day} ${month}`).toBe(short.format(new Date(iso)))
    },
  )

  it('gives the day and the short month of a date, for a calendar leaf', () => {
    expect(calendarLeaf('2026-03-14T10:00:00Z', dateFormatsOf('en-GB'))).toEqual({ day: '14', month: 'Mar' })
  })
})

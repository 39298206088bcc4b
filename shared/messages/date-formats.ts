/** The council's own clock, whatever the server's: times of events are local ones. */
export const TIME_ZONE = 'Europe/London'

type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

/** How a language writes dates. */
export interface DateFormats {
  readonly day: DateFormat
  readonly weekday: DateFormat
  readonly month: DateFormat
  readonly time: DateFormat
  readonly leaf: DateFormat
  /** Between a day and a time. */
  readonly comma: string
}

/** Names of months from January on, and of days from Sunday on. */
interface DateNames {
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
  readonly weekdays: readonly string[]
}

/** Of languages whose dates not every browser knows: Chromium has none for Welsh, and would write them in the visitor's own language. */
const NAMES: Readonly<Record<string, DateNames>> = {
  cy: {
    months: 'Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr'.split(
      ' ',
    ),
    shortMonths: 'Ion Chwef Maw Ebr Mai Meh Gorff Awst Medi Hyd Tach Rhag'.split(' '),
    weekdays: 'Sul Llun Mawrth Mercher Iau Gwener Sadwrn'.split(' ').map((day) => `Dydd ${day}`),
  },
}

/** A part of the language's catalogue, so that they are made once: a formatter costs fifty times as much as using it. */
export function dateFormatsOf(language: string, comma = ', '): DateFormats {
  const names = NAMES[language]
  const format = (options: Intl.DateTimeFormatOptions): DateFormat => {
    const known = new Intl.DateTimeFormat(names ? 'en-GB' : language, { timeZone: TIME_ZONE, ...options })
    return names ? withNames(known, names, options.month === 'short') : known
  }
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return {
    day: format(date),
    weekday: format({ ...date, weekday: 'long' }),
    month: format({ month: 'long', year: 'numeric' }),
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    leaf: format({ day: 'numeric', month: 'short' }),
    comma,
  }
}

const NUMBERS = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE })

/** The parts of an English date, with other names. */
function withNames(known: Intl.DateTimeFormat, names: DateNames, isShort: boolean): DateFormat {
  const formatToParts: DateFormat['formatToParts'] = (date) => {
    const at = new Date(NUMBERS.format(date))
    const said: Partial<Record<Intl.DateTimeFormatPartTypes, string | undefined>> = {
      month: (isShort ? names.shortMonths : names.months)[at.getUTCMonth()],
      weekday: names.weekdays[at.getUTCDay()],
    }
    return known.formatToParts(date).map((part) => ({ ...part, value: said[part.type] ?? part.value }))
  }
  const format = (date?: number | Date): string =>
    formatToParts(date)
      .map(({ value }) => value)
      .join('')
  return { format, formatToParts }
}

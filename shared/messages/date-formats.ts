/** The council's own clock, whatever the server's: times of events are local ones. */
export const TIME_ZONE = 'Europe/London'

export type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

/** How a language writes times of day. */
export interface TimeFormat {
  readonly format: (at: Date) => string
}

/** How a language writes dates. */
export interface DateFormats {
  readonly day: DateFormat
  readonly weekday: DateFormat
  readonly month: DateFormat
  /** The time of day of a moment. */
  readonly time: TimeFormat
  readonly leaf: DateFormat
  /** Between a day and a time. */
  readonly comma: string
}

/** Where a language differs from what browsers know of it. */
interface DateStyle extends Partial<Pick<DateFormats, 'comma' | 'time'>> {
  readonly format?: (options: Intl.DateTimeFormatOptions) => DateFormat
}

/** "14 March 2026". */
export const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

/**
 * One format of a language that browsers know, on the council's clock. It is made when it is first used: the first one of a page
 * costs a phone 50 to 100 ms, which a page without dates is spared.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions = {}): DateFormat {
  let made: Intl.DateTimeFormat | undefined
  const get = () => (made ??= new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, ...options }))
  return { format: (at) => get().format(at), formatToParts: (at) => get().formatToParts(at) }
}

/**
 * A part of the language's catalogue, so that they are made once: a formatter costs fifty times as much as using it. `format` makes
 * each of them where browsers do not know the language's dates; `time` stands for "16:30".
 */
export const dateFormatsOf = (
  language: string,
  {
    comma = ', ',
    format = (options) => dateFormat(language, options),
    time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }: DateStyle = {},
): DateFormats => ({
  day: format(LONG_DAY),
  weekday: format({ ...LONG_DAY, weekday: 'long' }),
  month: format({ month: 'long', year: 'numeric' }),
  time,
  leaf: format({ day: 'numeric', month: 'short' }),
  comma,
})

/** The council's time zone, regardless of the server's, since times of events are local. */
export const TIME_ZONE = 'Europe/London'

export type DateFormat = Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'>

/** Formatter of times of day, in milliseconds since 1970. */
export interface TimeFormat {
  readonly format: (at: number) => string
}

/** Date formatters of a language. */
export interface DateFormats {
  readonly day: DateFormat
  readonly weekday: DateFormat
  readonly month: DateFormat
  /** Formats only the time of day. */
  readonly time: TimeFormat
  readonly leaf: DateFormat
  /** Separator between a day and a time. */
  readonly comma: string
}

/** Overrides for a language whose formats browsers do not support. */
interface DateStyle extends Partial<Pick<DateFormats, 'comma' | 'time'>> {
  readonly format?: (options: Intl.DateTimeFormatOptions) => DateFormat
}

/** "14 March 2026". */
export const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

/**
 * A formatter of a language that browsers support, in the council's time zone. Created on first use: the first one of a page takes
 * 50 to 100 ms on a phone, which pages without dates save.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions = {}): DateFormat {
  let made: Intl.DateTimeFormat | undefined
  const get = () => (made ??= new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, ...options }))
  return { format: (at) => get().format(at), formatToParts: (at) => get().formatToParts(at) }
}

/**
 * The date formatters of a language. Catalogues contain them, so that they are created once: creating a formatter costs fifty times as
 * much as using it. `format` replaces the browser's formatters for a language that it does not support; `time` replaces "16:30".
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

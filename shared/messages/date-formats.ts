/** The council's own clock, whatever the server's: times of events are local ones. */
export const TIME_ZONE = 'Europe/London'

/** How a language writes dates. */
export interface DateFormats {
  readonly day: Intl.DateTimeFormat
  readonly weekday: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
  readonly leaf: Intl.DateTimeFormat
  /** Between a day and a time. */
  readonly comma: string
}

/** A part of the language's catalogue, so that they are made once: a formatter costs fifty times as much as using it. */
export function dateFormatsOf(language: string, comma = ', '): DateFormats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: TIME_ZONE, ...options })
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return {
    day: format(date),
    weekday: format({ ...date, weekday: 'long' }),
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    leaf: format({ day: 'numeric', month: 'short' }),
    comma,
  }
}

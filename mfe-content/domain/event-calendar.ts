import { DATA_PATH } from '@tessera/shared/config'

/** File name of the calendar in `ServerRemote.files`. */
export const EVENT_FILE = 'event.ics'

/** URL of an event's calendar file. */
export const eventCalendarHref = (id: string, language: string): string =>
  `${DATA_PATH}/mfe-content/${EVENT_FILE}?${new URLSearchParams({ event: id, language }).toString()}`

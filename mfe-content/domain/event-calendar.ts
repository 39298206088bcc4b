import { DATA_PATH } from '@tessera/shared/config'

/** The name of the file, in `ServerRemote.files`. */
export const EVENT_FILE = 'event.ics'

/** Where an event is as a file for calendars. */
export const eventCalendarHref = (id: string, language: string): string =>
  `${DATA_PATH}/mfe-content/${EVENT_FILE}?${new URLSearchParams({ event: id, language }).toString()}`

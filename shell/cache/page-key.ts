import type { RequestTarget } from '../domain/request-target.ts'

/** What an answer of the public lane depends on: nothing else of a request is known to what makes it. */
export const pageKey = (
  { path, search, wantsState }: Pick<RequestTarget, 'path' | 'search' | 'wantsState'>,
  hostname: string,
): string => `${wantsState ? 'state' : 'html'} ${hostname} ${path}${search}`

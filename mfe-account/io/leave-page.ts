/** Go to an address of this site by a full load: after signing in, nothing of the page before may stay. */
export type LeavePage = (path: string) => void

export const leavePage: LeavePage = (path) => window.location.assign(path)

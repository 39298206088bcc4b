/** Go to a path of this site by a full page load: after signing in no state of the previous page may remain. */
export type LeavePage = (path: string) => void

export const leavePage: LeavePage = (path) => window.location.assign(path)

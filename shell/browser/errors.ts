import { errorsOf } from '@tessera/shared/contract'

/** Errors of remotes and navigation in the browser. */
export const clientErrors = {
  'client/script-unreachable': { message: 'A script of a remote could not be fetched.' },
  'client/script-late': { message: 'A script of a remote did not arrive in time.' },
  'client/script-broken': { message: 'A script of a remote ran and did not define its container.' },
  'client/remote-broken': { message: 'A remote could not be loaded.' },
  'client/remote-failed-lately': { message: 'A remote failed recently and is not tried again yet.' },
  'client/remote-unknown': { message: 'The page names a remote without its release.' },
  'client/other-version': { message: 'The page needs another version of a remote that is loaded already.' },
  'client/mount-failed': { message: 'A slot could not be mounted.' },
  'client/unmount-late': { message: 'A slot could not be unmounted in time.' },
  'client/listener-failed': { message: 'A listener of the bus threw.' },
  'client/island-late': { message: 'A slot did not become interactive in time.' },
  'client/page-unavailable': { message: 'Only a full load can show this page.' },
} as const
export const clientError = errorsOf(clientErrors)

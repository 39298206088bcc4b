/** The remotes of this site, in the order in which they are built. */
export const REMOTES = ['mfe-content', 'mfe-search', 'mfe-account', 'mfe-forms', 'mfe-devinfo'] as const

export type RemoteApp = (typeof REMOTES)[number]
export type AppName = 'shell' | RemoteApp
export type Target = 'web' | 'node'

/** Whether a name given on a command line is a remote of this site. */
export const isRemoteApp = (name: string): name is RemoteApp => REMOTES.some((remote) => remote === name)

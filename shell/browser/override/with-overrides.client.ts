import type { BrowserRemote, Bus, PageRelease, RemoteName } from '@tessera/shared/contract'
import { overrideOrigin } from '../../override/overridden.ts'

/** Loads the browser halves of remotes. */
interface Host<Loaded> {
  readonly load: (name: RemoteName, release: PageRelease) => Promise<Loaded>
}

/** A host that loads a remote from the machine that a page names for it; what that takes comes only with such a page. */
export const withOverrides = <Loaded extends Pick<BrowserRemote, 'manifest'>>(
  host: Host<Loaded>,
  bus: Bus,
): Host<Loaded> => ({
  async load(name, release) {
    const origin = overrideOrigin(release.version)
    if (origin === null) return host.load(name, release)
    const { loadOverride } = await import('./load-override.client.ts')
    return loadOverride(name, origin, bus, () => host.load(name, release))
  },
})

/** Whether this document, with its bar and its content security policy, can show a page of these releases. */
export function fitsOverride(releases: Readonly<Record<string, PageRelease>>): boolean {
  const shown = document.querySelector<HTMLElement>('[data-override]')?.dataset['override']
  return Object.entries(releases).every(([name, { version }]) => {
    const origin = overrideOrigin(version)
    const isShown = shown?.startsWith(`${name}@`) === true
    return origin === null ? !isShown : shown === `${name}@${origin}`
  })
}

/** Make room in a slot that waits for its code, or whose code has failed before. */
export function clearOverride(element: HTMLElement): void {
  if (element.firstElementChild?.matches('[data-override-wait]')) element.replaceChildren()
}

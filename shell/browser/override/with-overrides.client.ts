import type {
  BrowserRemote,
  Bus,
  PageRelease,
  PageSlot,
  PageState,
  RemoteName,
} from '@tessera/shared/contract'
import { overrideFolder, overrideOrigin } from '../../override/dev-address.ts'
import { loadOverride } from './load-override.client.ts'

/** Loads the browser code of remotes. */
interface Host<Loaded> {
  readonly load: (name: RemoteName, release: PageRelease, folder?: string) => Promise<Loaded>
}

/** A host that loads a remote from the machine that a page names for it. */
export const withOverrides = <Loaded extends Pick<BrowserRemote, 'manifest'>>(
  host: Host<Loaded>,
  bus: Bus,
): Host<Loaded> => ({
  load(name, release) {
    const origin = overrideOrigin(release.version)
    if (origin === null) return host.load(name, release)
    return loadOverride(name, origin, bus, () => host.load(name, release, overrideFolder(name, origin)))
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

/** The input for mounting one slot of a page with an override. */
interface OverrideMount {
  readonly slot: PageSlot
  readonly element: HTMLElement
  readonly page: () => PageState
  /** Mount the slot like any other. */
  readonly show: () => Promise<void>
  /** Mount a slot nested in it. */
  readonly mount: (slot: PageSlot) => Promise<unknown>
  /** Mount the slots nested in it, then those nested in them. */
  readonly mountInside: (
    parent: string,
    slots: readonly PageSlot[],
    mount: (slot: PageSlot) => Promise<void>,
  ) => Promise<void>
}

/** Mount a slot. For a remote from another machine this replaces the placeholder, and mounts nested slots, which the server left out. */
export async function mountOverride({
  slot,
  element,
  page,
  show,
  mount,
  mountInside,
}: OverrideMount): Promise<void> {
  const isForeign = overrideOrigin(page().releases[slot.remote]?.version) !== null
  if (isForeign) clearOverride(element)
  await show()
  if (isForeign) await mountInside(slot.id, page().slots, async (inner) => void (await mount(inner)))
}

/** Remove the placeholder or the notice of a failure from a slot. */
export function clearOverride(element: HTMLElement): void {
  if (element.firstElementChild?.matches('[data-override-wait]')) element.replaceChildren()
}

import {
  CONTRACT_VERSION,
  type BrowserRemote,
  type Bus,
  type Manifest,
  type RemoteName,
} from '@tessera/shared/contract'
import { satisfies } from '../../guard/contract-range.ts'
import type { OverrideNotes, OverrideReason } from '../../override/override-bar.ts'
import { overrideFolder } from '../../override/dev-address.ts'
import { overrideError } from './errors.ts'

/** A machine that has not answered after this time counts as unreachable. */
const PROBE_MS = 2_000

/**
 * Load a remote from its dev server, after checking that the server has that remote. The bar above the page shows differences of the
 * manifest; when the remote fails, a notice with a reset button is shown in place of its slots.
 * @throws AppError override/unreachable, override/other, override/contract, or what loading throws
 */
export async function loadOverride<Loaded extends Pick<BrowserRemote, 'manifest'>>(
  name: RemoteName,
  origin: string,
  bus: Bus,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  followFailures(name, bus)
  await probe(name, origin)
  const remote = await load()
  const { manifest } = remote
  if (manifest.name !== name) throw overrideError('override/other', { details: { name, origin } })
  if (!satisfies(CONTRACT_VERSION, manifest.contract))
    throw overrideError('override/contract', { details: { name, wants: manifest.contract } })
  showDifferences(manifest)
  followBuilds(name, origin, bus)
  return remote
}

/** Check which remote the machine serves before any of its code runs. */
async function probe(name: RemoteName, origin: string): Promise<void> {
  const address = `${origin}/_mfe/`
  const answer = await fetch(address, { ...ANONYMOUS, signal: AbortSignal.timeout(PROBE_MS) })
    .then(async (response) =>
      response.ok ? ((await response.json()) as { readonly remote?: unknown }) : null,
    )
    .catch((cause: unknown) => {
      throw overrideError('override/unreachable', { cause, details: { name, origin } })
    })
  if (answer?.remote !== name) throw overrideError('override/other', { details: { name, origin } })
}

const ANONYMOUS = { credentials: 'omit', redirect: 'error', cache: 'no-store', mode: 'cors' } as const

/** The bar that the server has rendered above the page (shell/override/override-bar.ts). */
const bar = () => document.querySelector<HTMLElement>('[data-override]')
const notes = (): OverrideNotes | null => {
  const text = bar()?.dataset['notes']
  return text === undefined ? null : (JSON.parse(text) as OverrideNotes)
}

const elementOf = (slotId: string) =>
  document.querySelector<HTMLElement>(`[data-slot="${CSS.escape(slotId)}"]`)

const followed = new WeakMap<Bus, Set<RemoteName>>()

/** Show a notice for each slot that fails; the listener is added once per document, however often the remote is loaded. */
function followFailures(name: RemoteName, bus: Bus): void {
  const known = followed.get(bus) ?? new Set()
  if (known.has(name)) return
  followed.set(bus, known.add(name))
  let last: OverrideReason = 'failed'
  bus.on('remote.failed', ({ remote, slotId, error: { code } }) => {
    if (remote !== name || code.endsWith('-mismatch')) return
    if (code !== 'client/remote-failed-lately') last = REASONS[code] ?? 'failed'
    const texts = notes()
    const element = slotId === null ? null : elementOf(slotId)
    if (texts && element) showNotice(element, last, texts)
  })
}

const REASONS: Readonly<Record<string, OverrideReason>> = {
  'override/unreachable': 'unreachable',
  'override/other': 'other',
  'override/contract': 'contract',
  'client/script-unreachable': 'unreachable',
  'client/script-late': 'unreachable',
}

/** Show a notice in place of a slot that waits for its code, or above a rendered slot, whose elements React owns. */
function showNotice(element: HTMLElement, reason: OverrideReason, { dead, reasons }: OverrideNotes): void {
  const notice = document.createElement('div')
  notice.className = 'f-missing f-late--slot'
  notice.classList.toggle('wrap', element.dataset['slot'] === 'main')
  notice.role = 'alert'
  notice.dataset['overrideWait'] = ''
  const heading = notice.appendChild(document.createElement(element.dataset['slot'] === 'main' ? 'h1' : 'h2'))
  heading.tabIndex = -1
  heading.textContent = dead
  notice.appendChild(document.createElement('p')).textContent = reasons[reason]
  const reset = bar()?.querySelector('form')?.cloneNode(true)
  if (reset) notice.append(reset)
  notice.querySelector('button')?.setAttribute('class', 'button')
  if (element.firstElementChild?.matches('[data-override-wait]')) return element.replaceChildren(notice)
  if (element.previousElementSibling?.matches('[data-override-wait]')) element.previousElementSibling.remove()
  element.before(notice)
}

/** Show in the bar which keys of the manifest the developer has changed: these changes have no effect on this site. */
function showDifferences(own: Manifest): void {
  const texts = notes()
  const status = bar()?.querySelector('[role="status"]')
  if (!texts?.manifest || !status || status.querySelector('code')) return
  const live = texts.manifest as unknown as Readonly<Record<string, unknown>>
  const mine = own as unknown as Readonly<Record<string, unknown>>
  const keys = [...new Set([...Object.keys(live), ...Object.keys(mine)])]
  const different = keys.filter((key) => JSON.stringify(live[key]) !== JSON.stringify(mine[key]))
  if (different.length === 0) return
  const list = document.createElement('code')
  list.textContent = different.join(', ')
  status.append(` ${texts.differs} `, list)
}

/** Reload the page after each build that the dev server reports. Remotes may store typed text before that. */
function followBuilds(name: RemoteName, origin: string, bus: Bus): void {
  if (!('EventSource' in window)) return
  new EventSource(`${overrideFolder(name, origin)}builds`).onmessage = () => {
    bus.emit('page.interrupted', {})
    location.reload()
  }
}

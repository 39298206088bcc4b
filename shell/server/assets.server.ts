import type { LiveRelease, ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { AssetLink } from './document.server.ts'
import type { LoadedSlot } from './load-slots.server.ts'

/** Address of a file of a release's web build. */
const webAddress = ({ release }: LiveRelease, file: string): string =>
  release.app === 'shell'
    ? `/_shell/${release.version}/${file}`
    : `/_mfe/${release.app}/${release.version}/web/${file}`

const link = (live: LiveRelease, file: string): AssetLink => ({
  href: webAddress(live, file),
  integrity: live.release.files[`web/${file}`]?.integrity ?? '',
})

/** The style sheets of a page: the site's own first, then one set for each remote that has a slot on it. */
export function pageStyles(
  { shell, remotes }: ReleaseSnapshot,
  slots: readonly LoadedSlot[],
): readonly AssetLink[] {
  const used = new Set(slots.map(({ slot }) => slot.remote))
  const live = [shell, ...[...used].flatMap((name) => remotes.get(name) ?? [])]
  return live.flatMap((one) => one.release.styles.map((file) => link(one, file)))
}

/** The boot script of the shell's release. */
export const bootFile = (shell: LiveRelease): AssetLink => shellFile(shell, /^web\/boot\.[^/]*js$/, 'boot.js')

/** The site's icon. */
export const iconFile = (shell: LiveRelease): AssetLink => shellFile(shell, /^web\/favicon\.[^/]*svg$/, 'favicon.svg')

function shellFile(shell: LiveRelease, pattern: RegExp, missing: string): AssetLink {
  const name = Object.keys(shell.release.files).find((file) => pattern.test(file)) ?? `web/${missing}`
  return link(shell, name.slice('web/'.length))
}

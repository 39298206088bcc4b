import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeLive } from '../../../scripts/release/make-live.ts'
import type { Signer } from '../../../scripts/release/signer.ts'
import { RELEASE_FILE, SIGNATURE_FILE, type Release } from '../release-store.server.ts'
import { signRelease } from '../verified-copy.server.ts'

/** The options of a test's release; all of them have valid defaults. */
export interface ReleaseOptions {
  readonly app?: string
  readonly version?: string
  readonly contract?: string
  /** Code of the remote's `render`, given `p` (the slot's props). */
  readonly render?: string
  /** Code run when the module is evaluated. */
  readonly onLoad?: string
  /** Code run when the host imports the container's module. */
  readonly onImport?: string
  /** Code of `load`, given `r`; none unless given. */
  readonly load?: string
  /** Code of `slots`, given `r`; none unless given. */
  readonly slots?: string
  /** Code of its `slices`; none unless given. */
  readonly slices?: string
  /** Code of its `data`; none unless given. */
  readonly data?: string
  /** Code of its `files`; none unless given. */
  readonly files?: string
  /** Code of its `forms`; none unless given. */
  readonly forms?: string
  /** Code of its `fixtures`; one of the view `page` unless given. */
  readonly fixtures?: string
  /** A style sheet of its web build; none unless given. */
  readonly styles?: string
  /** Embed script with its name, and its scripts for hosts that share their React; none unless given. */
  readonly embed?: {
    readonly name: string
    readonly code: string
    readonly hosted?: Readonly<Record<string, string>>
  }
  readonly manifest?: Partial<NonNullable<Release['manifest']>>
  readonly key: KeyObject
  /** Key that signs the release document, if it is another one. */
  readonly documentKey?: KeyObject
}

/** A signer of release documents for tests, which does not remember seen documents. `siteKey` is that of `key` unless given. */
export const aSigner = (key: KeyObject, siteKey: KeyObject = createPublicKey(key)): Signer => ({
  key,
  siteKey,
  by: 'Test',
  from: 'here',
  seen: () => 0,
  note: () => undefined,
})

/** Writes a small but complete, signed release with a federation container into a release store; gives its folder. */
export function aRelease(releases: string, options: ReleaseOptions): string {
  const { app = 'mfe-content', version = '1.0.0', key } = options
  const manifest = { name: app as never, contract: options.contract ?? '^1.1.0', ...options.manifest }
  const files = {
    'node/remoteEntry.js': container(manifest, options, version),
    ...(options.styles !== undefined && { 'web/own.css': options.styles }),
    ...(options.embed && { [`web/embed/${options.embed.name}.js`]: options.embed.code }),
    ...Object.fromEntries(
      Object.entries(options.embed?.hosted ?? {}).map(([name, code]) => [
        `web/embed/hosted/${name}.js`,
        code,
      ]),
    ),
    'web/remoteEntry.js': `globalThis.${app.replaceAll('-', '_')} = {} // ${version}`,
  }
  const release: Release = {
    schema: 1,
    app,
    version,
    contract: manifest.contract,
    owner: 'Test',
    commit: null,
    built: new Date(0).toISOString(),
    manifest: app === 'shell' ? null : manifest,
    files: Object.fromEntries(
      Object.entries(app === 'shell' ? SHELL_FILES : files).map(([file, text]) => [file, describe(text)]),
    ),
    styles: options.styles === undefined ? [] : ['own.css'],
  }
  const folder = path.join(releases, app, version)
  for (const [file, text] of Object.entries(app === 'shell' ? SHELL_FILES : files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const bytes = Buffer.from(JSON.stringify(release))
  writeFileSync(path.join(folder, RELEASE_FILE), bytes)
  writeFileSync(path.join(folder, SIGNATURE_FILE), signRelease(bytes, key))
  return folder
}

/** Writes a release and names it live in the release document. */
export async function aLiveRelease(releases: string, options: ReleaseOptions): Promise<void> {
  aRelease(releases, options)
  const { app = 'mfe-content', version = '1.0.0', key, documentKey = key } = options
  await makeLive(releases, { [app]: version }, { signer: aSigner(documentKey) })
}

const SHELL_FILES = { 'web/boot.0.js': '// boot', 'web/site.0.css': 'body{}' }

function container(
  manifest: object,
  { render, onLoad, onImport, load, slots, slices, data, files, forms, fixtures }: ReleaseOptions,
  version: string,
): string {
  return `${onLoad ?? ''};
const remote = {
  manifest: ${JSON.stringify(manifest)},
  fixtures: ${fixtures ?? `[{ view: 'page', props: {}, state: {}, expect: 'version' }]`},
  ${data ? `data: ${data},` : ''}
  ${files ? `files: ${files},` : ''}
  ${forms ? `forms: ${forms},` : ''}
  ${slices ? `slices: ${slices},` : ''}
  ${slots ? `slots: (r) => { ${slots} },` : ''}
  ${load ? `load: async (r) => { ${load} },` : ''}
  render: (p) => { ${render ?? `return '<p>version ${version}</p>'`} },
}
module.exports = {
  init: async () => {},
  get: async (name) => () => { ${onImport ?? ''}; return { remote } },
}`
}

const describe = (text: string) => ({
  integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
  bytes: Buffer.byteLength(text),
})

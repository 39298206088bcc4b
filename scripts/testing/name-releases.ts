import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  DOCUMENT_FILE,
  readSignedDocument,
  signDocument,
  type NamedApps,
} from '../../shell/release-document/release-document.server.ts'
import { ensurePrivateKey } from '../../shell/releases/verified-copy.server.ts'
import { RELEASE_KEY } from '../release/releases-folder.ts'

/** The apps in the release document of a folder, signed by this checkout. @throws Error when there is none */
export const namedReleases = (releases: string): NamedApps => read(releases).apps

const read = (releases: string) =>
  readSignedDocument(
    readFileSync(path.join(releases, DOCUMENT_FILE)),
    createPublicKey(ensurePrivateKey(RELEASE_KEY)),
  ).document

/** Write the next release document of a folder with exactly these apps, signed by this checkout. */
export function nameReleases(releases: string, apps: NamedApps): void {
  const sequence = existsSync(path.join(releases, DOCUMENT_FILE)) ? read(releases).sequence + 1 : 1
  const changed = { at: new Date().toISOString(), by: 'Test', from: 'here', action: 'test', why: '' }
  const document = { schema: 2, sequence, changed, apps } as const
  writeFileSync(path.join(releases, DOCUMENT_FILE), signDocument(document, ensurePrivateKey(RELEASE_KEY)))
}

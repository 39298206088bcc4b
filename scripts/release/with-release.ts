import { createPublicKey } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { createReleaseStore } from '../../shell/releases/release-store.server.ts'
import {
  createVerifiedCopies,
  ensurePrivateKey,
  readPublicKey,
} from '../../shell/releases/verified-copy.server.ts'
import { releaseFolder, type Target } from './releases-folder.ts'

/**
 * Use the folder of a release of a store: its own, or a verified copy that exists until `use` has ended.
 * @throws AppError release/… when there is none that the user's key, or the site's, has signed
 */
export async function withRelease(
  { releases, keyFile, siteKeyFile }: Target,
  app: string,
  version: string,
  use: (folder: string) => Promise<unknown>,
): Promise<void> {
  const storage = releaseStorage(releases)
  if (storage.files?.folder) return void (await use(releaseFolder(releases, app, version)))
  const own = createPublicKey(ensurePrivateKey(keyFile))
  const store = createReleaseStore(storage, siteKeyFile === undefined ? own : readPublicKey(siteKeyFile))
  const copies = await mkdtemp(path.join(tmpdir(), 'tessera-release-'))
  try {
    const keysOf = (name: string) => [own, ...store.keysOf(name)]
    const { folder } = await createVerifiedCopies(copies, { ...store, keysOf }).get(app, version)
    await use(folder)
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}

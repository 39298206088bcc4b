import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseStorage } from '../../../shell/release-storage/release-storage.server.ts'
import { RELEASE_FILE, type Release } from '../../../shell/releases/release-store.server.ts'
import { aRelease, type ReleaseOptions } from '../../../shell/releases/testing/a-release.ts'
import { signRelease } from '../../../shell/releases/verified-copy.server.ts'
import { uploadRelease } from '../upload-release.ts'

/** Put a small but real release into a release store of any kind, as a release command does. */
export async function putRelease(releases: string, options: ReleaseOptions): Promise<void> {
  const storage = releaseStorage(releases)
  if (!storage.files) throw new Error('releases cannot be written there')
  if (storage.files.folder !== null) return void aRelease(releases, options)
  const folder = await mkdtemp(path.join(tmpdir(), 'put-release-'))
  try {
    const built = aRelease(folder, options)
    const release = JSON.parse(readFileSync(path.join(built, RELEASE_FILE), 'utf8')) as Release
    const sign = (bytes: Buffer): string => signRelease(bytes, options.key)
    await uploadRelease(release, { storage, files: storage.files, built, sign })
  } finally {
    await rm(folder, { recursive: true })
  }
}

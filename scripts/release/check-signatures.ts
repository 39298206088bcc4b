import { keysOf, readKeyText } from '../../shell/release-document/trust.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { markUse } from '../../shell/release-storage/use-marks.server.ts'
import { RELEASE_FILE, SIGNATURE_FILE } from '../../shell/releases/release-store.server.ts'
import { signersOf } from '../../shell/releases/verified-copy.server.ts'
import { readNewest } from './change-document.ts'
import { describeRemoved } from './removed-releases.ts'
import { ownSigner, type Signer } from './signer.ts'

/**
 * Check, before a document names releases, that shells would accept their signatures: each is in the store, signed by the site's key or
 * by a key that may release its app now. A formerly live release may be signed by a key that was revoked since.
 * @param versions by their apps
 * @throws Error that says which release, by whose key, and what to do
 */
export async function checkSignatures(
  releases: string,
  versions: Readonly<Record<string, string>>,
  signer: Signer = ownSigner(),
): Promise<void> {
  const storage = releaseStorage(releases)
  const { trust } = await readNewest(releases, signer)
  const orAnother = (app: string): string =>
    signer.isTeam ? '' : `, or choose another: \`npm run release -- log --remote ${app}\` lists what was live`
  for (const [app, version] of Object.entries(versions)) {
    // Marked before it is read, so that it is not removed in between.
    await markUse(storage, { app, version })
    const [description, signature] = await Promise.all(
      [RELEASE_FILE, SIGNATURE_FILE].map((file) => storage.read(`${app}/${version}/${file}`)),
    )
    if (!description || !signature) {
      const removed = await describeRemoved(storage, { app, version })
      throw new Error(
        removed === null
          ? `${app} ${version} is not in ${storage.name}: release it anew. Nothing has changed.`
          : `${removed} Nothing has changed.\nWhat to do: release those sources anew${orAnother(app)}.`,
      )
    }
    const isSignedBy = (...keys: readonly Signer['siteKey'][]): boolean =>
      signersOf(description, signature.toString('utf8'), keys).length > 0
    if (isSignedBy(signer.siteKey, ...keysOf(trust, app).map(readKeyText))) continue
    const revoked = trust?.revoked.find(({ key }) => isSignedBy(readKeyText(key)))
    throw new Error(
      [
        `${app} ${version} is not signed by a key that may release ${app} now. Nothing has changed.`,
        revoked
          ? `  its key was revoked at ${revoked.at} by ${revoked.by}: ${revoked.why}`
          : '  this site does not know its key',
        `What to do: release it anew with a key of ${app}${orAnother(app)}.`,
      ].join('\n'),
    )
  }
}

import type { KeyObject } from 'node:crypto'
import { keysOf, keyText, remotesOf, type Trust } from '../../shell/release-document/trust.server.ts'
import type { RefusalFacts } from './release-refused.ts'
import type { Signer } from './signer.ts'

/** Why a key may not release a remote; null when it may. The site's own key may release every remote. */
export function whyUntrusted(
  app: string,
  trust: Trust | undefined,
  { key, siteKey }: Pick<Signer, 'key' | 'siteKey'>,
): RefusalFacts | null {
  const own = keyText(key)
  if (isSiteKey({ key, siteKey }) || keysOf(trust, app).includes(own)) return null
  const revoked = trust?.revoked.find((one) => one.key === own)
  const others = remotesOf(trust, own)
  return {
    why: `The key that signs may not release ${app}.`,
    reasons: [
      revoked && `it was revoked at ${revoked.at} by ${revoked.by}: ${revoked.why}`,
      !revoked && others.length > 0 && `it may release ${others.join(', ')}`,
      !revoked && others.length === 0 && 'this site does not know it',
    ].filter((line) => typeof line === 'string'),
    todo: revoked
      ? `Sign with another key of ${app}; one that is revoked is never trusted again.`
      : `Sign with a key of ${app}, or have whoever runs the site trust this one: \`npm run keys -- add ${app} --key ${own}\`.`,
  }
}

/** Whether a signer uses the site's own key. */
export const isSiteKey = ({
  key,
  siteKey,
}: {
  readonly key: KeyObject
  readonly siteKey: KeyObject
}): boolean => keyText(key) === keyText(siteKey)

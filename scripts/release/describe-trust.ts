import { keyId, NO_TRUST, readKeyText, type TrustContent } from '../../shell/release-document/trust.server.ts'
import { readTeamKey } from './change-trust.ts'

/** Which keys may release what, for a terminal. With `app` for that remote only. */
export function describeTrust(
  { remotes, revoked }: TrustContent = NO_TRUST,
  app: string | null = null,
): readonly string[] {
  const gone = new Set(revoked.map(({ key }) => key))
  const teams = Object.entries(remotes).filter(([name]) => app === null || name === app)
  const lines = teams.flatMap(([name, { keys, grants }]) => [
    name,
    ...keys
      .filter(({ key }) => !gone.has(key))
      .map(({ key, since, by }) => `  key ${keyId(key)} since ${since} (${by})`),
    ...Object.entries(grants).map(([kind, names]) => `  ${kind}: ${names.join(', ') || 'none'}`),
  ])
  if (app !== null) return lines
  return [
    ...(lines.length > 0 ? lines : ["No remote has a key of its own: the site's key releases all of them."]),
    ...revoked.map(({ key, at, by, why }) => `revoked: key ${keyId(key)} at ${at} (${by}): ${why}`),
  ]
}

/** A key by its text, or by the id that `list` prints. @throws Error when it is neither */
export function findKey(given: string, { remotes }: TrustContent = NO_TRUST): string {
  const known = Object.values(remotes).flatMap(({ keys }) => keys.map(({ key }) => key))
  const found = known.find((key) => key === given || keyId(key) === given)
  if (found !== undefined) return found
  try {
    return readTeamKey(readKeyText(given))
  } catch {
    throw new Error(
      `${given} is no key: give a file with a public key, its text, or what \`list\` prints of it.`,
    )
  }
}

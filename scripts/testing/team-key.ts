import path from 'node:path'
import { keyText } from '../../shell/release-document/trust.server.ts'
import { ensurePrivateKey } from '../../shell/releases/verified-copy.server.ts'
import { addKey } from '../release/change-trust.ts'
import { RELEASE_KEY } from '../release/releases-folder.ts'

/** Create a key for a team in its folder, and make this checkout trust it with a remote. @returns options for the team's commands */
export async function aTeamKey(folder: string, releases: string, app: string): Promise<readonly string[]> {
  const file = path.join(folder, 'team.pem')
  await addKey(releases, app, keyText(ensurePrivateKey(file)))
  return ['--to', releases, '--key', file, '--site-key', `${RELEASE_KEY}.pub`]
}

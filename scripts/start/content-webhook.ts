import { randomBytes } from 'node:crypto'

/** Where the embedded platform tells the shell what has changed, and what it signs that with. */
export interface ContentWebhook {
  readonly url: string
  readonly secret: string
}

/** Variable with a secret of one's own: that of an outside platform, or one that several shells share. */
export const SECRET_VARIABLE = 'PLATFORM_WEBHOOK_SECRET'

const EVERYWHERE = new Set(['0.0.0.0', '::', '[::]', ''])

/** The webhook of a site whose shell is on a port of this machine; the secret lasts as long as both of them. */
export function contentWebhook(port: number, environment: NodeJS.ProcessEnv): ContentWebhook {
  const host = environment.HOST ?? ''
  return {
    url: `http://${EVERYWHERE.has(host) ? 'localhost' : host}:${port}/_content/changed`,
    secret: environment[SECRET_VARIABLE] || randomBytes(32).toString('base64url'),
  }
}

/** What the shell checks messages with: nothing where nobody sends any. */
export const webhookSecrets = (
  webhook: ContentWebhook | null,
  environment: NodeJS.ProcessEnv,
): readonly string[] => {
  const secret = webhook?.secret ?? environment[SECRET_VARIABLE]
  return secret ? [secret] : []
}

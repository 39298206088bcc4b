import { randomBytes } from 'node:crypto'

/** The webhook by which the embedded platform notifies the shell of changes, and the secret that signs its messages. */
export interface ContentWebhook {
  readonly url: string
  readonly secret: string
}

/** Variable for a given secret: that of an outside platform, or one that several shells share. */
export const SECRET_VARIABLE = 'PLATFORM_WEBHOOK_SECRET'

const EVERYWHERE = new Set(['0.0.0.0', '::', '[::]', ''])

/** The webhook for a shell on a port of this machine; unless the environment has a secret, each run gets a random one. */
export function contentWebhook(port: number, environment: NodeJS.ProcessEnv): ContentWebhook {
  const host = environment.HOST ?? ''
  return {
    url: `http://${EVERYWHERE.has(host) ? 'localhost' : host}:${port}/_content/changed`,
    secret: environment[SECRET_VARIABLE] || randomBytes(32).toString('base64url'),
  }
}

/** The secrets with which the shell verifies messages; none when nobody sends any. */
export const webhookSecrets = (
  webhook: ContentWebhook | null,
  environment: NodeJS.ProcessEnv,
): readonly string[] => {
  const secret = webhook?.secret ?? environment[SECRET_VARIABLE]
  return secret ? [secret] : []
}

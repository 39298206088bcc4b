import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a message may be old, or ahead of this clock. Source: reference security 4.3. */
export const REPLAY_WINDOW_SECONDS = 300
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/**
 * Whether a message comes from somebody who knows a secret, and is recent. The header is `t=SECONDS,v1=HEX`, with the
 * HMAC-SHA256 of `SECONDS.BODY`. Several secrets are good at the same time, so that one can be replaced.
 */
export function isSigned(
  body: Buffer,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): boolean {
  const [, seconds, hex] = HEADER.exec(header ?? '') ?? []
  if (seconds === undefined || hex === undefined) return false
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > REPLAY_WINDOW_SECONDS) return false
  const given = Buffer.from(hex, 'hex')
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
    return timingSafeEqual(expected, given)
  })
}

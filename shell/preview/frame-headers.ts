import type { FastifyReply } from 'fastify'

const NOBODY = "frame-ancestors 'none'"

/**
 * Let content systems hold this answer in a frame: for previews alone, everything else stays out of every frame. Called
 * once the answer has its policy. Source: reference security 1.9.
 */
export function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return
  // The older header knows one origin at most; where it is absent, the policy decides alone.
  void reply.removeHeader('x-frame-options')
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy === 'string')
    void reply.header(
      'content-security-policy',
      policy.replace(NOBODY, `frame-ancestors ${origins.join(' ')}`),
    )
}

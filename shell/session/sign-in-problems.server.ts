import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { readCookie, setCookie } from './cookies.server.ts'
import type { Sealer } from './sealer.server.ts'

const ProblemSchema = v.object({ message: v.string(), isAuthenticationError: v.boolean() })

/** Why somebody could not be signed in, as the state of the sign-in page says it. Source: specification 8. */
export type SignInProblem = v.InferOutput<typeof ProblemSchema>

/** Carries a problem from where it came up to the sign-in page: sealed, so that no link can put words on the page; read once. */
export interface SignInProblems {
  readonly keep: (reply: FastifyReply, problem: SignInProblem) => void
  readonly take: (request: FastifyRequest, reply: FastifyReply) => SignInProblem | null
}

const COOKIE = 'sign-in-problem'
const PURPOSE = 'sign-in problem'
const LIFETIME_SECONDS = 60

export function createSignInProblems(sealer: Sealer, isSecure: boolean): SignInProblems {
  const rules = { isSecure, sameSite: 'Lax' } as const
  return {
    keep(reply, problem) {
      const sealed = sealer.seal(PURPOSE, problem, LIFETIME_SECONDS * 1_000)
      setCookie(reply, COOKIE, sealed, { ...rules, maxAgeSeconds: LIFETIME_SECONDS })
    },
    take(request, reply) {
      const sealed = readCookie(request, COOKIE)
      if (sealed === null) return null
      setCookie(reply, COOKIE, '', { ...rules, maxAgeSeconds: 0 })
      const problem = sealer.open(PURPOSE, sealed)
      return v.is(ProblemSchema, problem) ? problem : null
    },
  }
}

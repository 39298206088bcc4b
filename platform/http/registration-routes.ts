import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { SeedUser } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { hashPassword } from '../security/password.ts'
import type { Context } from './context.ts'
import { checkPassword } from './password-policy.ts'
import { readParams } from './params.ts'
import { userToWire } from './user-routes.ts'

const name = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '')
const newUser = v.object({
  username: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[^\s/@,][^\s/,]{1,99}$/, 'needs 2 to 100 characters without spaces, commas or slashes'),
  ),
  email: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('is not an e-mail address')),
  firstName: name,
  lastName: name,
  timezone: v.optional(v.string(), 'Europe/London'),
  language: v.optional(v.string(), 'en-GB'),
  custom: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])), {}),
  password: v.optional(v.string()),
  credentials: v.optional(v.looseObject({ password: v.optional(v.string()) })),
})

/** New users, made by an administrator or by the site's own API key. Source: protocol 1.2, row 25. */
export function registrationRoutes(server: FastifyInstance, context: Context): void {
  server.post('/api/security/users', async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const identity = await context.identify(request)
    if (!identity.isBearer)
      throw new PlatformError('platform/sign-in-required', 'A token of an administrator is needed')
    if (!identity.isAdmin)
      throw new PlatformError('platform/forbidden', 'Only administrators may create users')
    const { password: plain, credentials, ...fields } = readNewUser(request.body)
    const password = plain ?? credentials?.password
    if (password !== undefined) checkPassword(password, context.model().environment, 'password')
    const params = readParams(request)
    const is = (flag: string): boolean => params.get(flag)?.toLowerCase() === 'true'
    const now = new Date().toISOString()
    const user = {
      id: randomUUID(),
      ...fields,
      groupIds: [],
      created: now,
      modified: now,
      status: {
        active: !is('suspended'),
        suspended: is('suspended'),
        locked: false,
        passwordResetRequired: is('forcepasswordreset'),
      },
    } satisfies SeedUser & { created: string; modified: string }
    const hash = password === undefined ? null : await hashPassword(password)
    const taken = await context.writer.addAccount({
      id: user.id,
      username: user.username,
      email: user.email,
      password: hash,
      json: JSON.stringify(user),
    })
    if (taken !== null) {
      const message =
        taken === 'email'
          ? 'A user with this e-mail address exists already'
          : 'A user with this name exists already'
      throw new PlatformError('platform/conflict', message, [{ field: taken, message }])
    }
    return reply.status(201).send(userToWire(user))
  })
}

function readNewUser(body: unknown): v.InferOutput<typeof newUser> {
  const result = v.safeParse(newUser, body)
  if (result.success) return result.output
  const faults = result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: issue.message }))
  throw new PlatformError(
    'platform/unprocessable',
    `${faults[0]?.field || 'The user'}: ${faults[0]?.message ?? 'is not valid'}`,
    faults,
  )
}

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { SeedUser } from '../domain/content.ts'
import { hashPassword } from '../security/password.ts'
import { requireAdmin } from './requested-user.ts'
import type { Context } from './context.ts'
import { readParams } from './params.ts'
import { taken } from './user-admin-routes.ts'
import { checkPassword, checkUser, USER_FIELDS } from './user-fields.ts'
import { userToWire } from './user-wire.ts'

const newUser = v.object({
  ...USER_FIELDS,
  firstName: v.optional(USER_FIELDS.firstName, ''),
  lastName: v.optional(USER_FIELDS.lastName, ''),
  timezone: v.optional(USER_FIELDS.timezone, 'Europe/London'),
  language: v.optional(USER_FIELDS.language, 'en-GB'),
  custom: v.optional(USER_FIELDS.custom, {}),
  password: v.optional(v.string()),
  credentials: v.optional(v.looseObject({ password: v.optional(v.string()) })),
})

/** Create users, as an administrator or with the site's own API key. Source: protocol 1.2, row 25. */
export function registrationRoutes(server: FastifyInstance, context: Context): void {
  server.post('/api/security/users', async (request, reply) => {
    await requireAdmin(context, request, reply)
    const { password: plain, credentials, ...fields } = checkUser(newUser, request.body)
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
    } satisfies SeedUser
    const hash = password === undefined ? null : await hashPassword(password)
    const name = await context.writer.addAccount({
      id: user.id,
      username: user.username,
      email: user.email,
      password: hash,
      json: JSON.stringify(user),
    })
    if (name !== null) throw taken(name)
    return reply.status(201).send(userToWire(user))
  })
}

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { PlatformError } from '../errors.ts'
import type { Context } from './context.ts'
import { readCount, readParams } from './params.ts'
import { requireAdmin } from './requested-user.ts'

const PAGE = 25
const MAX_PAGE = 200
const mail = v.object({
  to: v.pipe(v.string(), v.trim(), v.maxLength(254), v.email('is not an e-mail address')),
  subject: v.pipe(v.string(), v.maxLength(200), v.regex(/^[^\r\n]*$/, 'must be one line')),
  text: v.pipe(v.string(), v.maxLength(100_000)),
})

/** The outbox: mails, form notifications and webhook messages. Only webhook messages are sent; all can be read. Not of the protocol. */
export function outboxRoutes(server: FastifyInstance, context: Context): void {
  server.get('/api/platform/outbox', async (request, reply) => {
    await requireAdmin(context, request, reply)
    const params = readParams(request)
    const pageIndex = readCount(params.get('pageindex'), 'pageIndex', 0)
    const pageSize = Math.min(readCount(params.get('pagesize'), 'pageSize', PAGE), MAX_PAGE)
    const found = await context.readers.messages({ kind: params.get('kind') ?? null, pageIndex, pageSize })
    return { pageIndex, pageSize, ...found }
  })

  server.post('/api/platform/outbox', async (request, reply) => {
    await requireAdmin(context, request, reply)
    const result = v.safeParse(mail, request.body)
    if (!result.success) {
      const errors = result.issues.map((issue) => ({
        field: v.getDotPath(issue) ?? '',
        message: issue.message,
      }))
      throw new PlatformError(
        'platform/unprocessable',
        `${errors[0]?.field}: ${errors[0]?.message ?? ''}`,
        errors,
      )
    }
    const id = await context.writer.keepMail({ created: new Date().toISOString(), content: result.output })
    return reply.status(201).send({ id })
  })
}

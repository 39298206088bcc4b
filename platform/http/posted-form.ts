import type { FastifyRequest } from 'fastify'
import type { ClassicForm } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import type { Context } from './context.ts'

const MAX_KEY = 200

/** The Idempotency-Key header, which makes it safe to repeat a request. Null when there is none. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > MAX_KEY)
    throw new PlatformError('platform/bad-request', `An idempotency key has ${MAX_KEY} characters at most`)
  return key
}

/** The number of a post; -1, which no post has, for anything else. */
export const postIdOf = (text: string | undefined): number =>
  /^\d{1,15}$/.test(text ?? '') ? Number(text) : -1

/** The classic form of a version. Throws `platform/not-found`. */
export function classicFormByVersion(context: Context, versionId: string): ClassicForm {
  const form = context.model().forms.find((one) => String(one.definition['ContentVersionId']) === versionId)
  if (form === undefined) throw new PlatformError('platform/not-found', 'There is no such form')
  return form
}

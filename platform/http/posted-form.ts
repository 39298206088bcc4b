import type { FastifyRequest } from 'fastify'
import type { ClassicForm } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import type { KeptPost, Keyed } from '../records/records.ts'
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

/**
 * The post that an earlier request with this key stored; null for a new key. Asked before a captcha is verified, because its
 * token is good once: sent again, a stored post would be refused. Throws `platform/conflict`.
 */
export async function findKeptPost(context: Context, keyed: Keyed): Promise<KeptPost | null> {
  if (keyed.key === null) return null
  return refuseConflict(await context.writer.keptPost({ ...keyed, received: new Date().toISOString() }))
}

/** Runs work of the same key one after the other; work without a key at once. */
export type KeyedQueue = <T>(key: string | null, work: () => Promise<T>) => Promise<T>

/**
 * A queue for posts by their idempotency keys: of two equal posts at the same time, the second waits and finds what the first has
 * stored. Without it both would have their captcha verified, and the second would be refused, because a token is good once.
 */
export function createKeyedQueue(): KeyedQueue {
  const newest = new Map<string, Promise<unknown>>()
  return (key, work) => {
    if (key === null) return work()
    const before = newest.get(key) ?? Promise.resolve()
    const done = before.then(work, work)
    newest.set(key, done)
    const forget = () => void (newest.get(key) === done && newest.delete(key))
    done.then(forget, forget)
    return done
  }
}

/** Throws `platform/conflict` when a key was used for a post with other content. */
export function refuseConflict<T extends KeptPost | null>(kept: T | 'conflict'): T {
  if (kept === 'conflict')
    throw new PlatformError('platform/conflict', 'This idempotency key was used for another post')
  return kept
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

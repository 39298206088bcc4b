import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GroupChange } from '../domain/merge-groups.ts'
import type { Model, ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import type { Authored, AuthorTask } from '../workers/author.ts'
import type { Readers, Writer } from '../workers/pools.ts'
import type { Identify, Identity } from './identity.ts'
import type { Tokens } from '../security/tokens.ts'

/** What the routes work with. The model is asked for on each call: it changes when content is imported again. */
export type Context = {
  readonly model: () => Model
  readonly readers: Readers
  readonly writer: Writer
  /** Make a change of content: when it is done, every answer given before is forgotten, and webhooks are on their way. */
  readonly change: (task: Omit<AuthorTask, 'webhooks'>) => Promise<Authored>
  /** Keep a group as it is now, or that it was taken away: when it is done, everybody's rights are by the new groups. */
  readonly changeGroup: (change: GroupChange) => Promise<void>
  readonly tokens: Tokens
  readonly identify: Identify
  /** The folder of asset files, or null. */
  readonly assets: () => string | null
  /** The folder of the files that came with form posts. */
  readonly uploads: string
}

/** The project that a URL names. Throws `platform/not-found`. */
export function projectOf(context: Context, request: FastifyRequest): ProjectModel {
  const { projectId } = request.params as { readonly projectId: string }
  const project = context.model().projects.get(projectId.toLowerCase())
  if (project === undefined)
    throw new PlatformError('platform/not-found', `There is no project "${projectId.slice(0, 100)}"`)
  return project
}

/** Who asks for content; refuses calls without a valid token. Answers that depend on a visitor are never stored by caches. */
export async function requireReader(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity> {
  const identity = await context.identify(request)
  if (!identity.canRead) throw new PlatformError('platform/no-token', 'A valid access token is needed')
  if (identity.visitor !== null) reply.header('cache-control', 'private, no-store')
  return identity
}

/** A language of the project as it spells it; the primary one when none is asked for. Null when the project does not support it. */
export function languageOf(project: ProjectModel, asked: string | undefined): string | null {
  if (asked === undefined || asked === '') return project.project.primaryLanguage
  return (
    project.project.supportedLanguages.find((language) => language.toLowerCase() === asked.toLowerCase()) ??
    null
  )
}

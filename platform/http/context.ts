import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GroupChange } from '../domain/merge-groups.ts'
import type { Model, ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import type { ChangeResult, ChangeTask } from '../workers/make-change.ts'
import type { Readers, Writer } from '../workers/pools.ts'
import type { Identify, Identity } from './identity.ts'
import type { SignInLimit } from './sign-in-limit.ts'
import type { Tokens } from '../security/tokens.ts'

/** What the routes work with. `model` is called for each request, because an import replaces the model. */
export type Context = {
  readonly model: () => Model
  readonly readers: Readers
  readonly writer: Writer
  /** Change content. When it resolves, the answer cache no longer has older answers, and the webhook messages are queued. */
  readonly change: (task: Omit<ChangeTask, 'webhooks'>) => Promise<ChangeResult>
  /**
   * Save a created, changed or removed group. `decide` is called when the changes before this one are in the model, and nothing
   * changes until its result is saved. When it resolves, all rights follow the new groups.
   */
  readonly changeGroup: <C extends GroupChange>(decide: () => C) => Promise<C>
  readonly tokens: Tokens
  readonly identify: Identify
  /** Shared by all routes that check passwords. */
  readonly signInLimit: SignInLimit
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

/** The identity of a requester of content; refuses requests without a valid token. Answers for a signed-in visitor are never cached. */
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

/** A language of the project in the project's spelling; the primary one when `asked` is empty. Null when it is not supported. */
export function languageOf(project: ProjectModel, asked: string | undefined): string | null {
  if (asked === undefined || asked === '') return project.project.primaryLanguage
  return (
    project.project.supportedLanguages.find((language) => language.toLowerCase() === asked.toLowerCase()) ??
    null
  )
}

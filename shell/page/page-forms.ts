import type { FormGate, PostedForm } from '@tessera/shared/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestTarget } from '../http/paths.ts'
import type { Session } from '../http/session.ts'

/** What the forms feature does for pages. */
export interface PageForms {
  /** What the forms of a page post besides their fields; with a token where it is made for one visitor. */
  readonly gate: (token: string | undefined) => FormGate
  /** The form that an address names: just sent without script, or held while this visitor signed in. Null without one, and for anybody else. */
  readonly kept: (
    target: Pick<RequestTarget, 'query'>,
    request: Pick<FastifyRequest, 'headers'>,
    session: Session | null,
  ) => Promise<PostedForm | null>
  /** Keep a form for somebody who has to sign in first; the address of its page that shows it again. Never rejects. */
  readonly hold: (form: PostedForm, visit: Pick<FormVisit, 'request' | 'reply' | 'target'>) => Promise<string>
  /** Take what a form without script has posted to its page. @throws AppError for what is no such post */
  readonly receive: (visit: FormVisit) => Promise<FormReceived>
}

/** A post to a page. */
export interface FormVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly target: RequestTarget
  readonly language: string
  /** Whether this visitor sees the page, so that they may send its forms. */
  readonly mayBeSent: () => Promise<boolean>
}

/** What became of it: the page as it is now, or somewhere else; `isSent` for a script, which is told that and nothing more. */
export type FormReceived =
  | { readonly status: number; readonly form: PostedForm; readonly token: string }
  | { readonly location: string }
  | { readonly isSent: true }

/** Whether a script has posted the form of a page (shell/browser/share/answer-form.client.ts), which it does not show. */
export const isScripted = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept === 'application/json'

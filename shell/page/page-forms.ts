import type { FormGate, PostedForm } from '@tessera/shared/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestTarget } from '../http/paths.ts'
import type { Session } from '../http/session.ts'

/** The functions of the forms feature that pages use. */
export interface PageForms {
  /** What the forms of a page post in addition to their fields; with a token when the page is rendered for one visitor. */
  readonly gate: (token: string | undefined, isPreview?: boolean) => FormGate
  /** The form that an address names: just sent without JavaScript, or saved during sign-in. Null without one, and for other visitors. */
  readonly restore: (
    target: Pick<RequestTarget, 'query'>,
    request: Pick<FastifyRequest, 'headers'>,
    session: Session | null,
  ) => Promise<PostedForm | null>
  /** Saves a form while its visitor signs in; gives the address of its page that shows the form again. Never rejects. */
  readonly save: (form: PostedForm, visit: Pick<FormVisit, 'request' | 'reply' | 'target'>) => Promise<string>
  /** Receive the post of a form to its page. @throws AppError for an invalid post */
  readonly receive: (visit: FormVisit) => Promise<FormReceived>
}

/** A post to a page. */
export interface FormVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly target: RequestTarget
  readonly language: string
  /** Whether this visitor may see the page, and so may send its forms. */
  readonly mayBeSent: () => Promise<boolean>
}

/** The result of a post: the page to show again, or an address to redirect to; `isSent` for a script, which gets only that. */
export type FormReceived =
  | { readonly status: number; readonly form: PostedForm; readonly token: string }
  | { readonly location: string }
  | { readonly isSent: true }

/** Whether a script has posted the form of a page (shell/browser/share/answer-form.client.ts), which it does not show. */
export const isScripted = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept === 'application/json'

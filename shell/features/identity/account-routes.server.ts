import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_ENDPOINTS, ACCOUNT_SCREENS } from '@tessera/shared/config'
import { AppError, toAppError } from '@tessera/shared/contract'
import { safeReturnPath, screenUrl } from '../../http/paths.ts'
import { signIn, signOut } from './sign-in.server.ts'
import { accountError, requestError } from '../../errors.ts'
import { isSameSite } from '../../http/server.server.ts'
import {
  issuesInUrl,
  seeOther,
  sendRefusal,
  sendSuccess,
  PRIVATE_HEADERS,
  type AccountSuccess,
} from './account-answer.server.ts'
import { FIRST_PASSWORD } from './account-mail.server.ts'
import { readAccountPost, wantsPage, type AccountPost } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { changePassword, CHANGE_INVALID, signedIn } from './change-password.server.ts'
import { register } from './register.server.ts'
import { requestReset, resetPassword } from './reset-password.server.ts'
import { resendVerification, verifyEmail } from './verify-email.server.ts'

/** In bytes: account forms have a few short fields. */
const BODY_LIMIT = 16 * 1024

type Act = (accounts: Accounts, post: AccountPost, request: FastifyRequest) => Promise<AccountSuccess>

/** An endpoint: its action, and the screen that a refused form is redirected to. */
interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly screen: string
  readonly act: Act
  /** The message for a body that cannot be read, where the specification names one. */
  readonly invalidMessage?: string
}

const { register: REGISTER, requestReset: RESET, resendVerification: RESEND } = ACCOUNT_ENDPOINTS

const ENDPOINTS: readonly Endpoint[] = [
  { method: 'POST', path: ACCOUNT_ENDPOINTS.signIn, screen: ACCOUNT_SCREENS.signIn, act: signIn },
  { method: 'POST', path: ACCOUNT_ENDPOINTS.signOut, screen: ACCOUNT_SCREENS.signIn, act: signOut },
  { method: 'POST', path: REGISTER, screen: ACCOUNT_SCREENS.registration, act: register },
  { method: 'POST', path: RESET, screen: ACCOUNT_SCREENS.forgotPassword, act: requestReset },
  {
    method: 'POST',
    path: ACCOUNT_ENDPOINTS.resetPassword,
    screen: ACCOUNT_SCREENS.resetPassword,
    act: resetPassword,
  },
  {
    method: 'POST',
    path: ACCOUNT_ENDPOINTS.changePassword,
    screen: ACCOUNT_SCREENS.changePassword,
    act: changePassword,
    invalidMessage: CHANGE_INVALID,
  },
  { method: 'GET', path: RESEND, screen: ACCOUNT_SCREENS.verify, act: resendVerification },
  { method: 'POST', path: RESEND, screen: ACCOUNT_SCREENS.verify, act: resendVerification },
  {
    method: 'POST',
    path: ACCOUNT_ENDPOINTS.confirmEmail,
    screen: ACCOUNT_SCREENS.verify,
    act: verifyEmail,
  },
]

/** Endpoints without a screen that take POST only. Source: specification 2, Routes. */
const POST_ONLY: readonly string[] = ENDPOINTS.map(({ path }) => path).filter(
  (path) =>
    !Object.values<string>(ACCOUNT_SCREENS).includes(path) &&
    ENDPOINTS.every((endpoint) => endpoint.path !== path || endpoint.method === 'POST'),
)

/**
 * Routes for sign-in, registration, passwords and email addresses, based on the platform's security calls.
 * Source: specification 7, Account and security calls.
 */
export const accountRoutes =
  (accounts: Accounts) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    for (const endpoint of ENDPOINTS) serve(app, accounts, endpoint)
    for (const url of POST_ONLY) refuseOtherMethods(app, url)
    app.get('/account/my-environments', {
      handler: (request, reply) => myEnvironments(accounts, request, reply),
      errorHandler: (error, request, reply) => void sendRefusal(reply, logged(error, request)),
    })
  }

function serve(app: FastifyInstance, accounts: Accounts, endpoint: Endpoint): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    bodyLimit: BODY_LIMIT,
    handler: (request, reply) => answer(accounts, endpoint, request, reply),
    // For errors before the handler runs: a body that is too large, of another media type, or not JSON.
    errorHandler: (error, request, reply) =>
      void refuse(accounts, endpoint, { request, reply, error, post: null }),
  })
}

function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    handler: () => {
      throw requestError('request/method', { details: { allow: 'POST' } })
    },
  })
}

async function answer(
  accounts: Accounts,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let post: AccountPost | null = null
  try {
    post = readAccountPost(request, accounts.config.languages)
    checkOrigin(accounts, request, post)
    return sendSuccess(reply, post, await endpoint.act(accounts, post, request))
  } catch (error) {
    return refuse(accounts, endpoint, { request, reply, error, post })
  }
}

/** A GET that sends a message is accepted only from this site and the address bar. Source: reference security 1.9. */
function checkOrigin({ guard, config }: Accounts, request: FastifyRequest, post: AccountPost): void {
  if (request.method === 'POST') return guard.check(request, post.fields.form_token)
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'none' && !isSameSite(request, config.publicUrl))
    throw requestError('request/cross-site')
}

interface Refused {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly error: unknown
  /** Null when the post could not be read. */
  readonly post: AccountPost | null
}

/** Screens that emails link to: a token that is still valid is kept for the next attempt. */
const WITH_TOKEN: readonly string[] = [ACCOUNT_SCREENS.resetPassword, ACCOUNT_SCREENS.verify]

/** Answers scripts with JSON. Browsers are redirected to the form, which shows the issues and the values that were typed. */
async function refuse(
  accounts: Accounts,
  { screen, invalidMessage }: Endpoint,
  { request, reply, error: thrown, post }: Refused,
): Promise<FastifyReply> {
  const error = withMessage(logged(thrown, request), invalidMessage)
  if (!wantsPage(request)) return sendRefusal(reply, error)
  const { languages } = accounts.config
  const { fields = {}, language = languages.primary } = post ?? {}
  const { retryAfterSeconds } = error.details
  // After the sign-in the form is new: an error in its address would be shown to somebody who is signed in again.
  if (error.code === 'account/signed-out' && !(await accounts.sessions.read(request))) {
    const query = { redirect_uri: screenUrl(screen, language, languages, {}), done: 'session-over' }
    return seeOther(reply, screenUrl(ACCOUNT_SCREENS.signIn, language, languages, query))
  }
  // Values of a cross-site post are not kept: the visitor did not type them.
  if (post && error.code !== 'request/cross-site') accounts.posted.keep(reply, post.fields)
  const returnPathIn = (name: 'redirect_uri' | 'redirect' | 'ReturnURL') =>
    safeReturnPath(fields[name], [accounts.config.publicUrl]) ?? undefined
  const query = {
    error: issuesInUrl(error),
    wait: typeof retryAfterSeconds === 'number' ? String(retryAfterSeconds) : undefined,
    token: WITH_TOKEN.includes(screen) && error.code !== 'account/link' ? fields.token : undefined,
    done: fields.done === FIRST_PASSWORD ? FIRST_PASSWORD : undefined,
    redirect_uri: returnPathIn('redirect_uri'),
    redirect: returnPathIn('redirect'),
    ReturnURL: returnPathIn('ReturnURL'),
  }
  return seeOther(reply, screenUrl(screen, language, languages, query))
}

function withMessage(error: AppError, message: string | undefined): AppError {
  if (error.code !== 'account/invalid' || message === undefined) return error
  const { status, details, cause } = error
  return accountError('account/invalid', { message, status, details, cause })
}

/** The error as an AppError; errors with status 500 and above are logged, without form values. */
function logged(thrown: unknown, request: FastifyRequest): AppError {
  const error = toAppError(asAccountError(thrown))
  if ((error.status ?? 500) >= 500)
    request.log.error(
      { code: error.code, details: error.details, err: error.cause ?? error },
      'account request failed',
    )
  return error
}

/** Fastify's own errors carry a status: bodies that are too large, of another media type, or not JSON. */
function asAccountError(thrown: unknown): unknown {
  if (thrown instanceof AppError)
    return thrown.status === undefined ? accountError('account/unavailable', { cause: thrown }) : thrown
  const { statusCode = 500 } = thrown as Partial<FastifyError>
  return statusCode < 500
    ? accountError('account/invalid', { status: statusCode, cause: thrown })
    : accountError('account/unavailable', { cause: thrown })
}

/** The environments of the signed-in user, as the provider lists them. Source: specification 7; the answer's shape is the provider's. */
async function myEnvironments(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await signedIn(accounts, request)
  const { status, data } = await accounts.ask({
    method: 'GET',
    url: `${accounts.environmentsUrl}/my-environments`,
    headers: { 'x-security-token': session.securityToken ?? session.bearerToken },
  })
  if (status === 401 || status === 403) throw accountError('account/signed-out')
  if (status !== 200 || !Array.isArray(data))
    throw accountError('account/unavailable', { details: { status } })
  return reply.headers(PRIVATE_HEADERS).send(data)
}

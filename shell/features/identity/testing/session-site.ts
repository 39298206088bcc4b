import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import pino, { type Logger } from 'pino'
import { assembleSessions, type AssembledSessions } from '../assemble-sessions.server.ts'
import type { SharedStore } from '../../../store/shared-store.server.ts'
import { openStore } from '../../../store/fallback-store.server.ts'
import type { Proof } from '../session.ts'
import { aCookieJar, type CookieJar } from './cookie-jar.ts'

/** The session handling of a shell, without pages. */
export interface SessionSite extends AssembledSessions {
  readonly app: FastifyInstance
  /** A request with the cookies of a jar, which keeps those of the answer. */
  readonly send: (
    method: 'GET' | 'POST',
    url: string,
    jar: CookieJar,
    payload?: object,
  ) => Promise<LightMyRequestResponse>
  /** Sign in with a password. */
  readonly signIn: (jar?: CookieJar) => Promise<CookieJar>
}

/** The password that the token server takes. */
export const PROOF = { type: 'password', username: 'a.member', password: 'right' } as const

interface Options {
  readonly cmsUrl: string
  readonly dataDir: string
  readonly publicUrl?: string
  readonly keys?: readonly string[]
  readonly storeUrl?: string
  readonly federatedSignIn?: boolean
  readonly requestDeadlineMs?: number
  readonly log?: Logger
  /** The supervisor's store, where a supervisor runs this process. */
  readonly supervised?: SharedStore | undefined
}

/** `POST /start` signs in with the proof in its body, `POST /end` signs out, `GET /` returns the user. */
export async function sessionSite({
  cmsUrl,
  dataDir,
  publicUrl = 'http://localhost',
  keys = [],
  storeUrl,
  federatedSignIn = false,
  requestDeadlineMs = 20_000,
  log,
  supervised,
}: Options): Promise<SessionSite> {
  const ownLog = log ?? pino({ enabled: false })
  const options = { keys: [...keys], staffDomain: 'larkmoor.example', ...(storeUrl ? { storeUrl } : {}) }
  const config = {
    platform: { apiUrl: cmsUrl, cmsUrl },
    publicUrl,
    alias: 'test',
    federatedSignIn,
    limits: { requestDeadlineMs },
  }
  const assembled = assembleSessions(
    options,
    dataDir,
    config,
    await openStore({ url: storeUrl, alias: 'test', log: ownLog, supervised }),
    ownLog,
  )
  const { sessions, store } = assembled
  const app = fastify({ logger: false, loggerInstance: undefined })
  app.addHook('onSend', async (request, reply) => sessions.writeCookies(request, reply))
  app.addHook('onClose', () => store.close())
  app.post('/start', async (request) => ({ id: (await sessions.start(request, request.body as Proof)).id }))
  app.post('/end', async (request) => {
    await sessions.end(request)
    return {}
  })
  app.post('/end-others', async (request) => {
    const session = await sessions.read(request)
    await sessions.endAllOf(session?.user.id ?? '', request)
    return {}
  })
  app.get('/', async (request, reply) => {
    const session = await sessions.read(request)
    void reply.headers({ 'surrogate-control': 'max-age=3600', 'surrogate-key': 'k1' })
    return {
      id: session?.id ?? null,
      user: session?.user ?? null,
      bearer: session?.bearerToken ?? null,
      credentials: session?.credentials ?? null,
      failure: sessions.failureOf(request)?.code ?? null,
    }
  })
  const send: SessionSite['send'] = async (method, url, jar, payload) => {
    const cookie = jar.header()
    const headers = cookie ? { cookie } : {}
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
    jar.keep(answer.headers['set-cookie'])
    return answer
  }
  const signIn: SessionSite['signIn'] = async (jar = aCookieJar()) => {
    await send('POST', '/start', jar, PROOF)
    return jar
  }
  return { ...assembled, app, send, signIn }
}

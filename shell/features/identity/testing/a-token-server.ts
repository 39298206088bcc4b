import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The security endpoints of a platform, which count refreshes: each refresh token works once. */
export interface TokenServer extends FaultServer {
  /** Number of granted refreshes, and of refresh tokens that were sent a second time. */
  readonly refreshes: number
  readonly replays: number
  /** Seconds that new bearer tokens live; 60 and less count as expired from the start. */
  bearerSeconds: number
  /** Bearer tokens whose calls are refused. */
  readonly refusedBearers: Set<string>
  /** Answers every token call while it is set; null for the normal answers. */
  failing: ((response: ServerResponse) => void) | null
  /** Milliseconds until a refresh, and calls about a user, are answered. */
  refreshDelayMs: number
  userDelayMs: number
  /** Answers calls about a user while it is set; null for the normal answers. */
  failingUser: ((response: ServerResponse) => void) | null
}

const USER = {
  id: 'u1',
  username: 'a.member',
  email: 'a.member@post.example',
  firstName: 'Ann',
  lastName: 'Member',
}
const GROUPS = { items: [{ id: 'g1', name: 'Members' }] }

/** Starts a token server. Any user can sign in with the password `right`. */
export async function aTokenServer(): Promise<TokenServer> {
  let [tokens, refreshes, replays] = [0, 0, 0]
  const valid = new Set<string>()
  const used = new Set<string>()
  const refusedBearers = new Set<string>()
  const state = {
    bearerSeconds: 3_600,
    failing: null as TokenServer['failing'],
    refusedBearers,
    // A delay like that of a real platform, in which the concurrent requests arrive.
    refreshDelayMs: 5,
    userDelayMs: 0,
    failingUser: null as TokenServer['failingUser'],
  }

  const grant = (response: ServerResponse) => {
    tokens += 1
    valid.add(`refresh-${tokens}`)
    const answer = {
      access_token: `bearer-${tokens}`,
      expires_in: state.bearerSeconds,
      refresh_token: `refresh-${tokens}`,
    }
    sendJson(response, answer, 200, { 'x-contensis-classic-token': `classic-${tokens}` })
  }
  const refuse = (response: ServerResponse, description: string) =>
    sendJson(response, { error: 'invalid_grant', error_description: description }, 400)

  const token = (fields: URLSearchParams, response: ServerResponse) => {
    if (state.failing) return state.failing(response)
    if (fields.get('grant_type') === 'contensis_classic')
      return fields.get('password') === 'right'
        ? grant(response)
        : refuse(response, 'Wrong user name or password')
    const given = fields.get('refresh_token') ?? ''
    if (!valid.delete(given)) {
      if (used.has(given)) replays += 1
      return refuse(response, 'The refresh token is not valid')
    }
    used.add(given)
    refreshes += 1
    setTimeout(() => grant(response), state.refreshDelayMs)
  }
  const server = await aFaultServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/authenticate/connect/token')
      return void readText(request).then((text) => token(new URLSearchParams(text), response))
    if (refusedBearers.has(request.headers.authorization?.split(' ')[1] ?? ''))
      return sendJson(response, {}, 401)
    if (path.startsWith('/api/security/users/')) {
      const data = path.endsWith('/groups') ? GROUPS : USER
      if (state.failingUser) return state.failingUser(response)
      return void setTimeout(() => sendJson(response, data), state.userDelayMs)
    }
    return sendJson(response, { success: true })
  })
  return Object.defineProperties(state, {
    ...Object.getOwnPropertyDescriptors(server),
    refreshes: { get: () => refreshes },
    replays: { get: () => replays },
  }) as unknown as TokenServer
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

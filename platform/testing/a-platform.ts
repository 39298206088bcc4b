import { join } from 'node:path'
import { createPlatform, type Platform } from '../create-platform.ts'

/** The fixture's seed file. */
export const SEED = join(import.meta.dirname, '..', 'conformance', 'seed.json')

/** The fixture's access token, which may read drafts. */
export const TOKEN = 'hillside-access-token'

/** Base of the fixture's main project. */
export const PROJECT = '/api/delivery/projects/website'

/** A platform in a temporary folder, filled with the fixture or with another seed. */
export function aPlatform(seed: string = SEED): Promise<Platform> {
  return createPlatform({ dataDir: ':memory:', seed })
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: Readonly<Record<string, never>> & JsonAnswer
}

/** The properties of an answer's JSON that tests read; a missing one is undefined. */
export type JsonAnswer = {
  readonly totalCount: number
  readonly items: readonly JsonAnswer[]
  readonly message: string
  readonly type: string
  readonly title: string
  readonly access_token: string
  readonly refresh_token: string
  readonly error: string
  readonly sys: { readonly id: string; readonly versionStatus: string }
}

/** Request a path of a platform with the fixture's token, or with other headers. */
export async function ask(
  platform: Platform,
  url: string,
  headers: Readonly<Record<string, string>> = { accesstoken: TOKEN },
): Promise<Answer> {
  return answerOf(await platform.inject({ method: 'GET', url, headers }))
}

/** Search with the JSON form of a query. */
export async function search(
  platform: Platform,
  where: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return answerOf(
    await platform.inject({
      method: 'POST',
      url: `${PROJECT}/entries/search`,
      headers: { accesstoken: TOKEN },
      payload: { where, ...more } as object,
    }),
  )
}

/** Sign in as a user of the fixture. */
export async function signIn(platform: Platform, username: string, password: string): Promise<Answer> {
  return form(platform, '/authenticate/connect/token', {
    grant_type: 'contensis_classic',
    scope: 'openid offline_access',
    username,
    password,
  })
}

/** Post url-encoded fields. */
export async function form(
  platform: Platform,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return answerOf(
    await platform.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() }),
  )
}

function answerOf(response: Awaited<ReturnType<Platform['inject']>>): Answer {
  const text = response.body
  const isJson = /^\s*[[{]/.test(text)
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: (isJson ? JSON.parse(text) : {}) as Answer['json'],
  }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { platformUrl, ROOT } from './environment.ts'

/** An author in the content system. */
export interface Author {
  /** Create an entry without publishing it; gives its id. */
  readonly write: (contentTypeId: string, fields: object) => Promise<string>
  /** Change an entry's draft. */
  readonly change: (id: string, fields: object) => Promise<void>
  /** Publish an entry's draft. */
  readonly publish: (id: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
}

const LANGUAGE = 'en-GB'

interface Environment {
  readonly environment: {
    readonly apiKeys: readonly { readonly clientId: string; readonly clientSecret: string }[]
    readonly accessTokens: readonly { readonly token: string; readonly versionStatus: string }[]
  }
}

const readEnvironment = (): Environment['environment'] =>
  (JSON.parse(readFileSync(path.join(ROOT, 'platform/content/project.json'), 'utf8')) as Environment)
    .environment

/** The demonstration content's access token that may read drafts. */
export const previewToken = (): string =>
  readEnvironment().accessTokens.find(({ versionStatus }) => versionStatus === 'latest')?.token ?? ''

/** Sign in to a platform with the demonstration's API key: by default to the platform that all journeys share. */
export async function startAuthor(platform: string = platformUrl()): Promise<Author> {
  const [key] = readEnvironment().apiKeys
  const answer = await fetch(`${platform}/authenticate/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key?.clientId ?? '',
      client_secret: key?.clientSecret ?? '',
      scope: 'Entry_Read Entry_Write Entry_Delete',
    }),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token: string }
  const call = async (method: string, place: string, body?: object): Promise<Response> => {
    const response = await fetch(`${platform}/api/management/projects/website/entries${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    async write(contentTypeId, fields) {
      const response = await call('POST', '', { ...fields, sys: { contentTypeId, language: LANGUAGE } })
      return ((await response.json()) as { readonly sys: { readonly id: string } }).sys.id
    },
    async change(id, fields) {
      await call('PUT', `/${id}`, { ...fields, sys: { language: LANGUAGE } })
    },
    async publish(id) {
      await call('POST', `/${id}/workflow/events`, { event: 'draft.publish', language: LANGUAGE })
    },
    async remove(id) {
      await call('DELETE', `/${id}`)
    },
  }
}

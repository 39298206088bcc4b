import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The root of the tested checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** The packages for pages that embed the site, among them another version of React. */
export const HOSTS = path.join(ROOT, 'e2e/hosts/node_modules')

/** Address of the platform with the demonstration content. */
export function platformUrl(): string {
  const url = process.env['PLATFORM_URL']
  if (url === undefined) throw new Error('There is no platform: PLATFORM_URL is not set')
  return url
}

/** Project id and access token for published demonstration content. */
export function demonstrationAccess(): { readonly projectId: string; readonly accessToken: string } {
  const file = path.join(ROOT, 'platform/content/project.json')
  const { projects, environment } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly projects: readonly { readonly id: string }[]
    readonly environment: {
      readonly accessTokens: readonly { readonly token: string; readonly versionStatus: string }[]
    }
  }
  const token = environment.accessTokens.find(({ versionStatus }) => versionStatus === 'published')
  return { projectId: projects[0]?.id ?? '', accessToken: token?.token ?? '' }
}

/** The API key with which the demonstration site itself signs in, to create accounts and set passwords. */
export function demonstrationClient(): { readonly clientId: string; readonly clientSecret: string } {
  const file = path.join(ROOT, 'platform/content/project.json')
  const { environment } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly environment: {
      readonly apiKeys: readonly { readonly clientId: string; readonly clientSecret: string }[]
    }
  }
  const [{ clientId, clientSecret } = { clientId: '', clientSecret: '' }] = environment.apiKeys
  return { clientId, clientSecret }
}

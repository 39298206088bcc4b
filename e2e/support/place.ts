import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The checkout that is tested. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Where packages lie that are those of pages that embed the site alone: another React than its own, too. */
export const HOSTS = path.join(ROOT, 'e2e/hosts/node_modules')

/** Address of the platform that holds the demonstration content. */
export function platformUrl(): string {
  const url = process.env['PLATFORM_URL']
  if (url === undefined) throw new Error('There is no platform: PLATFORM_URL is not set')
  return url
}

/** Project and token that published demonstration content is read with. */
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

/** The key that the demonstration site itself signs in with, to make accounts and set passwords. */
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

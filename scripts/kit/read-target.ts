import { existsSync } from 'node:fs'
import path from 'node:path'
import { storageName, releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import type { Target } from '../release/releases-folder.ts'

interface Given {
  readonly to?: string | undefined
  readonly key?: string | undefined
  readonly 'site-key'?: string | undefined
}

/**
 * The store that a team releases to: from the command line, else from the environment.
 * @throws Error that says what is missing
 */
export function readTarget(given: Given, env: NodeJS.ProcessEnv): Target {
  const store = given.to ?? env['TESSERA_STORE']
  const key = given.key ?? env['TESSERA_KEY']
  if (!store) throw new Error('Which site? Name its release store: --to STORE, or TESSERA_STORE.')
  if (!key) throw new Error('Signed by whom? Name the private key of your team: --key FILE, or TESSERA_KEY.')
  const [releases, keyFile] = [storageName(store), path.resolve(key)]
  const { files } = releaseStorage(store, env)
  if (files?.folder && !existsSync(files.folder)) throw new Error(`There is no release store at ${releases}.`)
  if (!existsSync(keyFile)) throw new Error(`There is no key at ${keyFile}.`)
  const siteKey = given['site-key'] ?? env['TESSERA_SITE_KEY']
  if (!siteKey) return { releases, keyFile }
  const siteKeyFile = path.resolve(siteKey)
  if (!existsSync(siteKeyFile)) throw new Error(`There is no key at ${siteKeyFile}.`)
  return { releases, keyFile, siteKeyFile }
}

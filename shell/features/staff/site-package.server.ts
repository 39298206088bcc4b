import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { InspectedValue } from '@tessera/shared/contract'

const Names = v.optional(v.record(v.string(), v.string()), {})
const PackageSchema = v.object({
  name: v.optional(v.string(), ''),
  version: v.optional(v.string(), ''),
  repository: v.optional(v.union([v.string(), v.object({ url: v.string() })])),
  dependencies: Names,
  devDependencies: Names,
})

/** The site as a package. */
export interface SitePackage {
  readonly name: string
  readonly version: string
  /** Address of its repository as people open it; null where its package names none. */
  readonly repository: string | null
  /** Packages of the platform that the site is built on, with their versions. */
  readonly platformPackages: readonly InspectedValue[]
}

const PLATFORM_PACKAGE = /contensis|zengenti/

/** Read the package of the site at `root`, and which packages of the platform its workspaces use. */
export function readSitePackage(
  root: string,
  workspaces: readonly string[] = ['shared', 'shell'],
): SitePackage {
  const own = readPackage(path.join(root, 'package.json'))
  const all = [own, ...workspaces.map((folder) => readPackage(path.join(root, folder, 'package.json')))]
  const platform = new Map(
    all
      .flatMap(({ dependencies, devDependencies }) => [
        ...Object.entries(dependencies),
        ...Object.entries(devDependencies),
      ])
      .filter(([name]) => PLATFORM_PACKAGE.test(name)),
  )
  return {
    name: own.name,
    version: own.version,
    repository: repositoryAddress(own.repository),
    platformPackages: [...platform].map(([name, value]) => ({ name, value })),
  }
}

type Package = v.InferOutput<typeof PackageSchema>

const readPackage = (file: string): Package => v.parse(PackageSchema, JSON.parse(readFileSync(file, 'utf8')))

/** `git+https://host/a/b.git`, `github:a/b` or an object → `https://host/a/b`; null for what is no web address. */
export function repositoryAddress(repository: Package['repository']): string | null {
  const text = typeof repository === 'object' ? repository.url : repository
  if (!text) return null
  const address = text
    .replace(/^git\+/, '')
    .replace(/^(github|gitlab):/, 'https://$1.com/')
    .replace(/^([\w-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/\.git$/, '')
  return /^https?:\/\//.test(address) && URL.canParse(address) ? address : null
}

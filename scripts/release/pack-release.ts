import { createHash, createPublicKey } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '@tessera/shared/contract'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { RELEASE_FILE, SIGNATURE_FILE, type Release } from '../../shell/releases/release-store.server.ts'
import {
  ensurePrivateKey,
  readPublicKey,
  signersOf,
  signRelease,
} from '../../shell/releases/verified-copy.server.ts'
import { readAppPackage, type App } from '../build/apps.ts'
import { releaseFolder, type Target } from './releases-folder.ts'
import { uploadRelease } from './upload-release.ts'

/** Files that are left out of a release, because they disclose more than a browser needs. */
const PRIVATE = /(^|\/)(mf-stats\.json|mf-manifest\.json|assets\.json|.*\.map)$/

/** A finished build of an app. */
export interface BuiltApp {
  readonly app: App
  readonly version: string
  /** Folder with `web` and `node`. */
  readonly built: string
  /** Null for the shell. */
  readonly manifest: Manifest | null
}

/**
 * Whether a store has a release that the user's key or the site's has signed, with every file as it was signed. One with another
 * signature is built again, because its content is not trusted; one whose files are missing or damaged, so that they are mended.
 */
export async function isReleased(
  { releases, keyFile, siteKeyFile }: Target,
  app: string,
  version: string,
): Promise<boolean> {
  const storage = releaseStorage(releases)
  const [description, signatures] = await Promise.all(
    [RELEASE_FILE, SIGNATURE_FILE].map((file) => storage.read(`${app}/${version}/${file}`)),
  )
  if (!description || !signatures) return false
  const keys = [
    createPublicKey(ensurePrivateKey(keyFile)),
    ...(siteKeyFile === undefined ? [] : [readPublicKey(siteKeyFile)]),
  ]
  if (signersOf(description, signatures.toString('utf8'), keys).length === 0) return false
  const { files } = JSON.parse(description.toString('utf8')) as Release
  const isWhole = await Promise.all(
    Object.entries(files).map(async ([file, { integrity }]) => {
      const bytes = await storage.read(`${app}/${version}/${file}`)
      return bytes !== null && integrityOf(bytes) === integrity
    }),
  )
  return !isWhole.includes(false)
}

/** Write a build as an immutable, signed release. @throws Error when another build of this version is being written */
export async function packBuild(build: BuiltApp, { releases, keyFile }: Target): Promise<void> {
  const { app, version, built } = build
  const release = describeBuild(build)
  const sign = (bytes: Buffer): string => signRelease(bytes, ensurePrivateKey(keyFile))
  const storage = releaseStorage(releases)
  if (!storage.files)
    throw new Error(`Releases cannot be written to ${storage.name}: use a folder or a bucket`)
  if (storage.files.folder === null)
    return uploadRelease(release, { storage, files: storage.files, built, sign })
  const target = releaseFolder(releases, app.name, version)
  const draft = `${target}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  for (const file of Object.keys(release.files)) cpSync(path.join(built, file), path.join(draft, file))
  const bytes = Buffer.from(JSON.stringify(release, null, 2))
  writeFileSync(path.join(draft, RELEASE_FILE), bytes)
  writeFileSync(path.join(draft, SIGNATURE_FILE), sign(bytes))
  rmSync(target, { recursive: true, force: true })
  renameSync(draft, target)
}

function describeBuild({ app, version, built, manifest }: BuiltApp): Release {
  const files = releasedFiles(built)
  return {
    schema: 1,
    app: app.name,
    version,
    contract: manifest?.contract ?? '^1.0.0',
    owner: ownerOf(app),
    commit: commit(app),
    built: new Date().toISOString(),
    manifest,
    files: Object.fromEntries(files.map((file) => [file, describe(path.join(built, file))])),
    styles: app.name === 'shell' ? shellStyles(files) : remoteStyles(built),
  }
}

function describe(file: string) {
  const bytes = readFileSync(file)
  return { integrity: integrityOf(bytes), bytes: bytes.length }
}

const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** Names of the files of a build that are part of its release, sorted. */
export const releasedFiles = (built: string): readonly string[] =>
  filesBelow(built).filter((file) => !PRIVATE.test(file))

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll(path.sep, '/'))
    .toSorted()

interface FederationManifest {
  readonly exposes: readonly { readonly assets: { readonly css: { readonly sync: readonly string[] } } }[]
}

function remoteStyles(built: string): string[] {
  const manifest = JSON.parse(
    readFileSync(path.join(built, 'web', 'mf-manifest.json'), 'utf8'),
  ) as FederationManifest
  return [...new Set(manifest.exposes.flatMap((expose) => expose.assets.css.sync))]
}

const shellStyles = (files: readonly string[]): string[] =>
  files.filter((file) => /^web\/site\.[^/]*css$/.test(file)).map((file) => file.slice('web/'.length))

function ownerOf(app: App): string {
  const { author = 'unknown' } = readAppPackage(app)
  return typeof author === 'string' ? author : author.name
}

function commit({ folder }: App): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return null // not a git checkout, e.g. inside an image
  }
}

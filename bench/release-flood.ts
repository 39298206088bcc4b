import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endCanary, makeLive, nameCanary } from '../scripts/release/make-live.ts'
import { awaitReports } from '../scripts/release/await-reports.ts'
import { RELEASE_KEY } from '../scripts/release/releases-folder.ts'
import { namedReleases } from '../scripts/testing/name-releases.ts'
import { RELEASE_FILE, SIGNATURE_FILE, type Release } from '../shell/releases/release-store.server.ts'
import { ensurePrivateKey, signRelease } from '../shell/releases/verified-copy.server.ts'

/** The remote that is released again and again; its words are on every requested page. */
const APP = 'mfe-content'
const WORDS = 'In this section'
const VISITORS = 20
const HALF = 50
const BAR = { rate: 0.05, fewest: 5 } as const

/** What visitors received while releases changed. */
export interface FloodResult {
  readonly releases: number
  readonly canaries: number
  readonly pages: number
  /** Requests without an answer, or with an answer that is no page. */
  readonly lost: number
  /** Pages whose markup, style sheets and state have different versions. */
  readonly mixed: number
  /** Number of different versions in the pages. */
  readonly versions: number
}

/** The site: shells at `url` that follow the release store in `store`, which one writer changes. */
export interface FloodSite {
  readonly url: string
  readonly store: string
  readonly paths: readonly string[]
}

/**
 * Make releases live one after the other, every second one first as a canary for half of the visitors, while visitors request pages
 * without a pause: at least `pages` of them, and until the last release is live in every shell.
 * @throws Error when a shell does not take a release
 */
export async function floodWithReleases(
  site: FloodSite,
  { releases, pages }: { readonly releases: number; readonly pages: number },
): Promise<FloodResult> {
  const seen = { pages: 0, lost: 0, mixed: 0, versions: new Set<string>() }
  let isReleasing = true
  const visit = async (visitor: number) => {
    for (let at = visitor; isReleasing || seen.pages < pages; at += 1) {
      const found = await look(site, at)
      seen.pages += 1
      if (found === 'lost') seen.lost += 1
      else if (found === 'mixed') seen.mixed += 1
      else seen.versions.add(found)
    }
  }
  const visits = Array.from({ length: VISITORS }, (_, visitor) => visit(visitor))
  try {
    await releaseAll(site.store, releases)
  } finally {
    isReleasing = false
    await Promise.all(visits)
  }
  return { ...seen, versions: seen.versions.size, releases, canaries: Math.floor(releases / 2) }
}

async function releaseAll(store: string, count: number): Promise<void> {
  const base = namedReleases(store)[APP]?.live ?? ''
  for (let number = 1; number <= count; number += 1) {
    const version = packAnother(store, base, number)
    if (number % 2 === 0) {
      await nameCanary(store, APP, { version, percent: HALF, bar: BAR })
      await untilTaken(store, version, 'canary')
      await endCanary(store, APP, {})
    }
    await makeLive(store, { [APP]: version })
    await untilTaken(store, version, 'live')
  }
}

async function untilTaken(store: string, version: string, as: 'canary' | 'live'): Promise<void> {
  const { refused, silent } = await awaitReports(store, { app: APP, version, as })
  if (refused.length + silent.length > 0)
    throw new Error(`${version} as ${as}: ${JSON.stringify({ refused, silent })}`)
}

/** Make a signed copy of a release whose pages show its number. */
function packAnother(store: string, base: string, number: number): string {
  const version = `${base}-${number}`
  const folder = path.join(store, APP, version)
  cpSync(path.join(store, APP, base), folder, { recursive: true })
  const release = JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8')) as Release
  const files: Record<string, Release['files'][string]> = { ...release.files }
  for (const name of Object.keys(files)) {
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (!/\.m?js$/.test(name) || !text.includes(WORDS)) continue
    writeFileSync(file, text.replaceAll(WORDS, `${WORDS} (${number})`))
    const bytes = readFileSync(file)
    const hash = createHash('sha384').update(bytes).digest('base64')
    files[name] = { integrity: `sha384-${hash}`, bytes: bytes.length }
  }
  const bytes = Buffer.from(JSON.stringify({ ...release, version, files }))
  writeFileSync(path.join(folder, RELEASE_FILE), bytes)
  writeFileSync(path.join(folder, SIGNATURE_FILE), signRelease(bytes, ensurePrivateKey(RELEASE_KEY)))
  return version
}

/** Request a page as a browser with a canary bucket: gives the version that rendered it, `lost` or `mixed`. */
async function look({ url, paths }: FloodSite, at: number): Promise<string> {
  const bucket = (at * 37) % 100
  const headers = { accept: 'text/html', cookie: `site-canary=${bucket}` }
  const answer = await fetch(`${url}${paths[at % paths.length]}?n=${at % 5}`, { headers }).catch(() => null)
  const html = answer?.status === 200 ? await answer.text().catch(() => null) : null
  if (html === null || !html.endsWith('</html>')) return 'lost'
  const named = [...html.matchAll(/mfe-content(?:\/|":\{"version":")([\w.-]+?)["/]/g)].map(([, own]) => own)
  const number = /In this section(?: \((\d+)\))?/.exec(html)?.[1]
  const isWhole = new Set(named).size === 1 && (named[0] ?? '').split('-')[2] === number
  return isWhole ? (named[0] ?? '') : 'mixed'
}

import type { KeyObject } from 'node:crypto'
import type { Manifest } from '@tessera/shared/contract'
import type { NamedApps } from '../../shell/release-document/release-document.server.ts'
import {
  describeUngranted,
  findUngranted,
  keyId,
  keysOf,
  keyText,
  NO_TRUST,
  readKeyText,
  remotesOf,
  signTrust,
  type Grants,
  type Team,
  type TrustContent,
} from '../../shell/release-document/trust.server.ts'
import { claimsOf, embedsOf } from '../../shell/releases/check-candidate.server.ts'
import { RELEASE_FILE, SIGNATURE_FILE, type Release } from '../../shell/releases/release-store.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { signersOf, signRelease } from '../../shell/releases/verified-copy.server.ts'
import {
  changeDocument,
  readNewest,
  type ChangeNote,
  type ChangeRecord,
  type DocumentContent,
} from './change-document.ts'
import { keepEarlier } from './keep-earlier.ts'
import { isSiteKey } from './refuse-untrusted.ts'
import { ownSigner, type Signer } from './signer.ts'

/** The reason, and the signer: only the site's key may change trust. */
export type TrustNote = Omit<ChangeNote, 'action'>

const NOTHING_GRANTED: Grants = {
  routes: [],
  contentTypes: [],
  frameSlots: [],
  stateKeys: [],
  nestedViews: [],
  embeds: [],
}
const KINDS = Object.keys(NOTHING_GRANTED) as readonly (keyof Grants)[]

/**
 * Trust a key with a remote, in addition to its other keys. With its first key the remote is granted the claims of its live release;
 * none when nothing is live.
 * @throws Error when the key is revoked
 */
export async function addKey(
  releases: string,
  app: string,
  key: string,
  note: TrustNote = {},
): Promise<void> {
  const claimed = await liveClaims(releases, app, note.signer)
  await changeTrust(releases, `key ${keyId(key)} trusted with ${app}`, note, (trust, { at, by }) => {
    if (trust.revoked.some((one) => one.key === key))
      throw new Error(`The key ${keyId(key)} is revoked and is never trusted again; make another one.`)
    const { keys, grants } = trust.remotes[app] ?? { keys: [], grants: claimed }
    if (keys.some((one) => one.key === key)) return trust
    return withTeam(trust, app, { keys: [...keys, { key, since: at, by }], grants })
  })
}

/** Grant a remote more claims. @throws Error when it has no key yet */
export async function grant(
  releases: string,
  app: string,
  more: Partial<Grants>,
  note: TrustNote,
): Promise<void> {
  await changeTrust(releases, `${app} granted ${inWords(more)}`, note, (trust) => {
    const { keys, grants } = teamOf(trust, app)
    const all = mapGrants((kind) => [...new Set([...grants[kind], ...(more[kind] ?? [])])])
    return withTeam(trust, app, { keys, grants: all })
  })
}

/** Withdraw a claim from a remote. @throws Error when its live release needs it */
export async function ungrant(
  releases: string,
  app: string,
  less: Partial<Grants>,
  note: TrustNote,
): Promise<void> {
  const claimed = await liveOf(releases, app, note.signer)
  await changeTrust(releases, `${app} no longer granted ${inWords(less)}`, note, (trust) => {
    const { keys, grants } = teamOf(trust, app)
    const left = mapGrants((kind) => grants[kind].filter((one) => !less[kind]?.includes(one)))
    const beyond = describeUngranted(findUngranted(claimed?.claims ?? [], left))
    if (beyond.length > 0)
      throw new Error(
        [
          `${app} ${claimed?.version} is live and claims it; release one that does not first.`,
          ...beyond,
        ].join('\n  '),
      )
    return withTeam(trust, app, { keys, grants: left })
  })
}

/** The effect of a revoked key on a remote. */
export interface Revoked {
  readonly app: string
  readonly live: string
  /** True when the live release was signed by this key only, and was replaced. */
  readonly isBack: boolean
}

/**
 * Revoke a key for ever. Releases that only this key has signed are refused from now on: a live one is replaced by the newest earlier one
 * that another key has signed, and candidates are removed. With `keep` the site's key signs all named releases too, and they stay.
 * @throws Error when no remote has the key; when a live release has no replacement, and then nothing was changed
 */
export async function revokeKey(
  releases: string,
  key: string,
  { keep = false, ...note }: TrustNote & { readonly why: string; readonly keep?: boolean },
): Promise<readonly Revoked[]> {
  const signer = note.signer ?? ownSigner()
  const { apps, trust } = await readNewest(releases, signer)
  const remotes = remotesOf(trust, key)
  if (remotes.length === 0)
    throw new Error(`No remote has the key ${keyId(key)}: \`npm run keys -- list\` prints all.`)
  const otherKeys = (app: string) => [
    signer.siteKey,
    ...keysOf(trust, app)
      .filter((one) => one !== key)
      .map(readKeyText),
  ]
  const lost = new Set<string>()
  for (const app of remotes)
    for (const version of versionsOf(apps[app]))
      if (!(await isSignedBy(releases, app, version, otherKeys(app), keep ? signer.key : null)))
        lost.add(`${app}@${version}`)
  let revoked: readonly Revoked[] = []
  await changeTrust(
    releases,
    `key ${keyId(key)} of ${remotes.join(', ')} revoked`,
    note,
    (before, { at, by, why }) => ({ ...before, revoked: [...before.revoked, { key, at, by, why }] }),
    (named) => {
      const entries = remotes.flatMap((app) => {
        const entry = named[app]
        return entry ? [[app, withoutLost(app, entry, lost)] as const] : []
      })
      revoked = entries.map(([app, { live }]) => ({ app, live, isBack: live !== named[app]?.live }))
      return { ...named, ...Object.fromEntries(entries) }
    },
  )
  return revoked
}

type Entry = NamedApps[string]

const versionsOf = (entry: Entry | undefined): readonly string[] =>
  entry ? [entry.live, ...entry.previous, ...entry.candidates] : []

function withoutLost(app: string, { canary, ...entry }: Entry, lost: ReadonlySet<string>): Entry {
  const isKept = (version: string) => !lost.has(`${app}@${version}`)
  const candidates = entry.candidates.filter(isKept)
  const [back, ...previous] = entry.previous.filter(isKept)
  const same = canary && isKept(canary.version) && { canary }
  if (isKept(entry.live)) return { ...entry, ...same, candidates, previous: entry.previous.filter(isKept) }
  if (back === undefined)
    throw new Error(
      `${app} ${entry.live} is live, this key alone has signed it, and there is no earlier release to go back to. ` +
        'Release one that another key signs first; or, if you have looked at it, let the site vouch for it: --keep.',
    )
  return keepEarlier({ ...entry, live: back, previous, candidates, releasedAt: new Date().toISOString() }, [])
}

/** Whether one of some keys has signed a release; with the site's key it is signed now. A removed release counts as signed. */
async function isSignedBy(
  releases: string,
  app: string,
  version: string,
  keys: readonly KeyObject[],
  siteKey: KeyObject | null,
): Promise<boolean> {
  const storage = releaseStorage(releases)
  const [file, signatureFile] = [RELEASE_FILE, SIGNATURE_FILE].map((name) => `${app}/${version}/${name}`) as [
    string,
    string,
  ]
  const [bytes, signatures] = [await storage.read(file), await storage.read(signatureFile)]
  if (!bytes || !signatures) return true
  const text = signatures.toString('utf8').trim()
  if (signersOf(bytes, text, keys).length > 0) return true
  if (!siteKey) return false
  return storage.replace(signatureFile, Buffer.from(`${text}\n${signRelease(bytes, siteKey)}`), signatures)
}

/** Change the trust of the site, and with it what its document names. */
async function changeTrust(
  releases: string,
  action: string,
  note: TrustNote,
  change: (trust: TrustContent, changed: ChangeRecord) => TrustContent,
  changeApps: (apps: NamedApps) => NamedApps = (apps) => apps,
): Promise<void> {
  const signer = note.signer ?? ownSigner()
  if (!isSiteKey(signer)) throw new Error("Only the site's own key can change which other keys are trusted.")
  await changeDocument(releases, { ...note, signer, action }, (content, changed): DocumentContent => {
    const trust = signTrust(change(content.trust ?? NO_TRUST, changed), signer.key)
    return { ...content, apps: changeApps(content.apps), trust }
  })
}

const withTeam = (trust: TrustContent, app: string, team: Team): TrustContent => ({
  ...trust,
  remotes: { ...trust.remotes, [app]: team },
})

function teamOf(trust: TrustContent, app: string): Team {
  const team = trust.remotes[app]
  if (!team)
    throw new Error(`${app} has no key of its own; \`npm run keys -- add ${app} --key FILE\` gives it one.`)
  return team
}

const mapGrants = (of: (kind: keyof Grants) => readonly string[]): Team['grants'] =>
  Object.fromEntries(KINDS.map((kind) => [kind, [...of(kind)]])) as never

const inWords = (grants: Partial<Grants>): string => KINDS.flatMap((kind) => grants[kind] ?? []).join(', ')

/** The claims of a remote's live release; null when none is live. */
async function liveOf(releases: string, app: string, signer: Signer = ownSigner()) {
  const live = (await readNewest(releases, signer)).apps[app]?.live
  const bytes =
    live === undefined ? null : await releaseStorage(releases).read(`${app}/${live}/${RELEASE_FILE}`)
  if (!bytes || live === undefined) return null
  const { manifest, files } = JSON.parse(bytes.toString('utf8')) as Release
  const own: Manifest | null = manifest
  return { version: live, claims: own ? claimsOf({ ...own, embeds: embedsOf(Object.keys(files)) }) : [] }
}

async function liveClaims(releases: string, app: string, signer?: Signer) {
  const live = await liveOf(releases, app, signer)
  return mapGrants((kind) => live?.claims.filter((one) => one.kind === kind).map(({ key }) => key) ?? [])
}

/** A public key from a team's file, in the form of documents. @throws Error when it is not an Ed25519 key */
export function readTeamKey(key: KeyObject): string {
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('It is no Ed25519 key: `openssl genpkey -algorithm ed25519` makes one.')
  return keyText(key)
}

import type { KeyObject } from 'node:crypto'
import type { InspectedControl, InspectedRequest } from '@tessera/shared/contract'
import type { ReleaseStorage } from '../../release-storage/storage.server.ts'
import { readTrustedDocument } from '../../release-document/follow-documents.server.ts'
import {
  DOCUMENT_FILE,
  historyFile,
  type NamedApps,
  type ReleaseDocument,
} from '../../release-document/release-document.server.ts'
import { keyId, keysOf, type Trust } from '../../release-document/trust.server.ts'
import {
  LEASE_MS,
  type RequestQueue,
  type RequestState,
} from '../../release-requests/request-queue.server.ts'

/** Greatest number of changes on the version page; the command line shows more. */
const MAX_CHANGES = 100
const SHOWN_REQUESTS = 8

interface Parts {
  readonly storage: Pick<ReleaseStorage, 'read'>
  readonly siteKey: KeyObject
  /** Null if this shell has no key to sign requests. */
  readonly queue: RequestQueue | null
  /** In milliseconds since 1970. */
  readonly now: () => number
}

/** Reads the current release document and its history, for a user who may or may not change live releases. */
type ReadControl = (mayAct: boolean) => Promise<InspectedControl>

/** @throws AppError release/document-…, or Error when the store does not answer */
export function createReadControl({ storage, siteKey, queue, now }: Parts): ReadControl {
  /** Earlier documents, cached because they never change. */
  const known = new Map<number, ReleaseDocument>()
  const readEarlier = async (sequence: number): Promise<Buffer> => {
    const bytes = await storage.read(historyFile(sequence))
    if (!bytes) throw new Error(`${historyFile(sequence)} is not kept`)
    return bytes
  }
  const trusted = (bytes: Buffer) => readTrustedDocument(bytes, { siteKey, readEarlier })
  const earlier = async (sequence: number): Promise<ReleaseDocument | null> => {
    const found = known.get(sequence)
    if (found) return found
    const bytes = await storage.read(historyFile(sequence))
    const document = bytes && (await trusted(bytes))
    if (document) known.set(sequence, document)
    return document
  }
  return async (mayAct) => {
    const bytes = await storage.read(DOCUMENT_FILE)
    if (!bytes) throw new Error(`${DOCUMENT_FILE} is not there`)
    const document = await trusted(bytes)
    const documents = [document]
    for (let { sequence } = document; sequence > 1 && documents.length < MAX_CHANGES;) {
      sequence -= 1
      const one = await earlier(sequence)
      if (!one) break
      documents.push(one)
    }
    for (const number of known.keys()) if (number < document.sequence - MAX_CHANGES) known.delete(number)
    const requests = (await queue?.latest(SHOWN_REQUESTS)) ?? []
    return {
      access: queue === null ? 'no-agent' : mayAct ? 'offered' : 'not-granted',
      ...inspectDocument(document),
      changes: documents.map(inspectChange),
      requests: requests.map((state) => inspectRequest(state, now())),
    }
  }
}

const inspectDocument = ({
  sequence,
  frozen,
  apps,
  trust,
}: ReleaseDocument): Pick<InspectedControl, 'number' | 'frozen' | 'apps' | 'revoked'> => ({
  number: sequence,
  frozen: frozen ?? null,
  apps: [...new Set([...Object.keys(apps), ...Object.keys(trust?.remotes ?? {})])].map((app) => {
    const { live = '', previous = [], canary, scheduled }: Partial<NamedApps[string]> = apps[app] ?? {}
    return {
      app,
      live,
      previous,
      canary: canary ? { version: canary.version, percent: canary.percent } : null,
      scheduled: scheduled ?? null,
      team: inspectTeam(app, trust),
    }
  }),
  revoked: (trust?.revoked ?? []).map(({ key, at, by, why }) => ({ id: keyId(key), at, by, why })),
})

function inspectTeam(app: string, trust: Trust | undefined): InspectedControl['apps'][number]['team'] {
  const team = trust?.remotes[app]
  if (!team) return null
  const valid = keysOf(trust, app)
  return {
    keys: team.keys
      .filter(({ key }) => valid.includes(key))
      .map(({ key, since, by }) => ({ id: keyId(key), since, by })),
    grants: team.grants,
  }
}

const inspectChange = ({
  sequence,
  changed,
  apps,
}: ReleaseDocument): InspectedControl['changes'][number] => ({
  number: sequence,
  ...changed,
  live: Object.fromEntries(Object.entries(apps).map(([app, { live }]) => [app, live])),
})

/** The progress of a request; deadlines show whether it has expired, or was broken off, while no agent runs. */
export function inspectRequest({ request, claim, outcome }: RequestState, now: number): InspectedRequest {
  const { number, at, by, why, action, until } = request
  const begun = claim && now - Date.parse(claim.at) <= LEASE_MS ? 'begun' : 'broken-off'
  const asked = now <= Date.parse(until) ? 'waiting' : 'expired'
  return {
    number,
    at,
    by,
    why,
    action,
    until,
    state: outcome?.state ?? (claim ? begun : asked),
    lines: outcome?.lines ?? [],
  }
}

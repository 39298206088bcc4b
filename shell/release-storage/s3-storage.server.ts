import type { StoredFile, ReleaseStorage } from './storage.server.ts'
import type { S3Access } from './s3-access.server.ts'
import { refused, s3Requests, type AskS3, type S3Answer, type S3Request } from './s3-requests.server.ts'

/** Interval between reports: requests cost money, and pages do not wait for reports. */
const EVERY_MS = 1_000
/** File that is written once in a store, to test whether the store supports conditional writes. */
const PROBE_FILE = 'conditions'
const PROBE = Buffer.alloc(0)

/**
 * A release store in an S3 bucket. Documents are written conditionally (`if-none-match: *`, `if-match`). This is tested before the first
 * write: with a server that ignores conditions, two writers could overwrite each other's documents.
 */
export function s3Storage(
  access: S3Access,
  { deadlineMs }: { readonly deadlineMs?: number } = {},
): ReleaseStorage {
  const ask = s3Requests(access, deadlineMs)
  /** ETags by the file content that was read with them; they are dropped with the content. */
  const tags = new WeakMap<Buffer, string>()
  const get = async (file: string, maxBytes?: number) => {
    const request = { method: 'GET', file, ...(maxBytes !== undefined && { maxBytes }) } as const
    const answer = await ask(request)
    const isThere = answer.status === 200
    // A missing bucket is an error, not an empty store.
    if (!isThere && answer.code !== 'NoSuchKey') throw refused(access, request, answer)
    const tag = answer.headers.get('etag')
    if (isThere && tag) tags.set(answer.bytes, tag)
    return isThere ? answer.bytes : null
  }
  const put = async (file: string, body: Buffer, headers: Record<string, string>): Promise<boolean> => {
    const request = { method: 'PUT', file, body, headers } as const
    const answer = await ask(request)
    if (answer.status === 200) return true
    if (answer.status !== 412) throw refused(access, request, answer)
    // An earlier attempt, whose answer was lost, may have written the file.
    return answer.isUnsure && body.equals((await get(file)) ?? Buffer.alloc(0))
  }
  let probe: Promise<void> | null = null
  const create = async (file: string, bytes: Buffer): Promise<boolean> => {
    await (probe ??= probeConditions(access, ask))
    return put(file, bytes, { 'if-none-match': '*' })
  }
  return {
    name: access.name,
    read: get,
    create,
    replace(file, bytes, before) {
      const tag = before && tags.get(before)
      return tag ? put(file, bytes, { 'if-match': tag }) : create(file, bytes)
    },
    files: {
      write: async (file, bytes) => void (await put(file, bytes, {})),
      list: (below) => list(access, ask, below),
      async remove(file) {
        const request = { method: 'DELETE', file } as const
        const answer = await ask(request)
        if (answer.status > 204 && answer.code !== 'NoSuchKey') throw refused(access, request, answer)
      },
      everyMs: EVERY_MS,
      folder: null,
    },
  }
}

/** Tests conditional writes. @throws Error when the store overwrites a file despite `if-none-match: *` */
async function probeConditions(access: S3Access, ask: AskS3): Promise<void> {
  const headers = { 'if-none-match': '*' }
  const request = { method: 'PUT', file: PROBE_FILE, body: PROBE, headers } as const
  for (const isThere of [false, true]) {
    const answer = await ask(request)
    if (answer.status === 412) return
    if (answer.status !== 200 && answer.status !== 501) throw refused(access, request, answer)
    if (isThere || answer.status === 501)
      throw new Error(
        `${access.name} takes no conditional writes (if-none-match): two who release at once would write over each other. Use a store that does.`,
      )
  }
}

async function list(access: S3Access, ask: AskS3, below: string): Promise<readonly StoredFile[]> {
  const found: StoredFile[] = []
  for (let token: string | null = ''; token !== null;) {
    const query = {
      'list-type': '2',
      prefix: `${access.prefix}${below}`,
      ...(token && { 'continuation-token': token }),
    }
    const request: S3Request = { method: 'GET', file: null, query }
    const answer = await ask(request)
    if (answer.status !== 200) throw refused(access, request, answer)
    found.push(...listed(access, answer))
    token = textOf(answer.bytes.toString('utf8'), 'NextContinuationToken')
  }
  return found
}

/** The files of a list answer. Ages are computed by the store's clock (header `Date`), not this machine's. */
function listed({ prefix }: S3Access, { bytes, headers }: S3Answer): readonly StoredFile[] {
  const now = Date.parse(headers.get('date') ?? '') || Date.now()
  return [...bytes.toString('utf8').matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, item = '']) => {
    const [key, written] = [textOf(item, 'Key'), Date.parse(textOf(item, 'LastModified') ?? '')]
    if (!key?.startsWith(prefix) || Number.isNaN(written)) return []
    return [{ file: key.slice(prefix.length), ageMs: Math.max(0, now - written) }]
  })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, element: string): string | null {
  const [, text = null] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text && text.replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}

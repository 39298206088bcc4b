import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const BUCKET = 'site'
export const S3_STORE = `s3://${BUCKET}/releases`
const KEY_ID = 'test-key-id'
const SECRET = 'a secret that nobody may see'
const REGION = 'test-region-1'
const MAX_SKEW_MS = 15 * 60_000
/** Number of keys in one list answer: so few that tests need several pages. */
const PAGE_SIZE = 7

interface StoredObject {
  readonly bytes: Buffer
  readonly tag: string
  at: number
}

/** Handles a request in place of the server; false to let the server answer it. */
export type Fault = (request: IncomingMessage, answer: ServerResponse) => boolean

export interface S3Server {
  /** Environment variables for its clients. */
  readonly env: NodeJS.ProcessEnv
  /** Objects by their keys. */
  readonly objects: Map<string, StoredObject>
  /** Method, path and condition of each request. */
  readonly asked: string[]
  /** Called before each request is handled; true if it has answered the request. */
  fault: Fault
  /** The server's clock. */
  now: () => number
  /** Whether it supports conditional PUTs. */
  isConditional: boolean
  /** Copies the files of a folder below a prefix. */
  mirror(folder: string, prefix: string): void
  /** Makes objects older by some milliseconds. */
  age(key: RegExp, byMs: number): void
  close(): Promise<void>
}

/**
 * An S3 server in this process, with one bucket: objects, paged lists, conditional PUTs (`if-none-match: *`, `if-match`). It has its own
 * computation of each request's signature (AWS Signature Version 4) and each body's hash, and refuses requests as AWS does.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export async function anS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const server = http.createServer((request, answer) => {
    void receive(request).then((body) => {
      const { 'if-match': match, 'if-none-match': none } = request.headers
      self.asked.push(
        [request.method, request.url, none && `none ${none}`, match && 'match'].filter(Boolean).join(' '),
      )
      answer.setHeader('date', new Date(self.now()).toUTCString())
      if (self.fault(request, answer)) return
      const refusal = refuse(request, body, self.now())
      if (refusal) return sendError(answer, ...refusal)
      return respond(self, request, answer, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: S3Server = {
    env: {
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    },
    objects,
    asked: [],
    fault: () => false,
    now: () => Date.now(),
    isConditional: true,
    age(key, byMs) {
      for (const [name, object] of objects) if (key.test(name)) object.at -= byMs
    },
    mirror(folder, prefix) {
      for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = path.join(item.parentPath, item.name)
        if (!item.isFile()) continue
        const key = `${prefix}${path.relative(folder, file).replaceAll(path.sep, '/')}`
        objects.set(key, anObject(readFileSync(file), self.now()))
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return self
}

async function receive(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    // The client closed the connection: the body is incomplete.
  }
  return Buffer.concat(chunks)
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Status and error code for a request that was not signed with the key; null for a valid one. */
function refuse(request: IncomingMessage, body: Buffer, now: number): readonly [number, string] | null {
  const { headers } = request
  const given = String(headers.authorization)
  const [, id, day = '', region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      given,
    ) ?? []
  if (id === undefined) return [403, 'AccessDenied']
  if (id !== KEY_ID) return [403, 'InvalidAccessKeyId']
  if (region !== REGION) return [400, 'AuthorizationHeaderMalformed']
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(at - now) <= MAX_SKEW_MS)) return [403, 'RequestTimeTooSkewed']
  const hash = String(headers['x-amz-content-sha256'])
  if (signature !== signatureOf(request, { day, date, names, hash })) return [403, 'SignatureDoesNotMatch']
  if (Number(headers['content-length'] ?? 0) !== body.length) return [400, 'IncompleteBody']
  return hash === sha256(body) ? null : [400, 'XAmzContentSHA256Mismatch']
}

interface Signed {
  readonly day: string
  readonly date: string
  /** Names of the signed headers. */
  readonly names: string
  readonly hash: string
}

/** The signature that a request must have; null if it does not sign all required headers. */
function signatureOf(
  { headers, method, url = '' }: IncomingMessage,
  { day, date, names, hash }: Signed,
): string | null {
  const signed = names.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name))) return null
  const { pathname, searchParams } = new URL(url, 'http://host')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name])}\n`).join('')
  const canonical = [method, pathname, query, lines, names, hash].join('\n')
  const scope = `${day}/${REGION}/s3/aws4_request`
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET}`)
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}

/** Sends an error whose body repeats data of the signature, as real servers do. */
export function sendError(answer: ServerResponse, status: number, code: string): void {
  answer
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>${KEY_ID}</AWSAccessKeyId></Error>`)
}

function respond(server: S3Server, request: IncomingMessage, answer: ServerResponse, body: Buffer): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
  const [, bucket, ...parts] = pathname.split('/').map(decodeURIComponent)
  const key = parts.join('/')
  if (bucket !== BUCKET) return sendError(answer, 404, 'NoSuchBucket')
  if (request.method === 'PUT') return put(server, request, answer, { key, body })
  if (request.method === 'DELETE') {
    server.objects.delete(key)
    return void answer.writeHead(204).end()
  }
  if (key === '') return list(server, answer, searchParams)
  const found = server.objects.get(key)
  if (!found) return sendError(answer, 404, 'NoSuchKey')
  answer.writeHead(200, { etag: found.tag, 'content-length': found.bytes.length }).end(found.bytes)
}

function put(
  { objects, isConditional, now }: S3Server,
  { headers }: IncomingMessage,
  answer: ServerResponse,
  { key, body }: { readonly key: string; readonly body: Buffer },
): void {
  const found = objects.get(key)
  const { 'if-match': match, 'if-none-match': none } = headers
  const isKept = (none === '*' && found) || (match !== undefined && match !== found?.tag)
  if (isConditional && isKept)
    return sendError(answer, found ? 412 : 404, found ? 'PreconditionFailed' : 'NoSuchKey')
  const object = anObject(body, now())
  objects.set(key, object)
  answer.writeHead(200, { etag: object.tag }).end()
}

const anObject = (bytes: Buffer, at: number): StoredObject => ({
  bytes,
  tag: `"${createHash('md5').update(bytes).digest('hex')}"`,
  at,
})

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function list({ objects }: S3Server, answer: ServerResponse, query: URLSearchParams): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, PAGE_SIZE)
  const contents = page.map((key) => {
    const { at, bytes } = objects.get(key)!
    return `<Contents><Key>${escape(key)}</Key><LastModified>${new Date(at).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const more = keys.length > page.length
  const token = more ? `<NextContinuationToken>${escape(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  answer
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`,
    )
}

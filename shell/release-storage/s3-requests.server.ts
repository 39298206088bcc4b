import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FileTooLong, readFileFrom } from './storage.server.ts'
import type { S3Access } from './s3-access.server.ts'

/** Deadline for one file, retries included; below, the speed of sending that extends it. */
const DEADLINE_MS = 10_000
const SENT_BYTES_PER_MS = 50
const TRIES = 4
const RETRY_MS = 100
/** Greatest size of an error answer. */
const MAX_ANSWER_BYTES = 4_000_000

/** `fetch` as it was when this process started: code of remotes could replace the global one, and read the signed requests. */
const { fetch } = globalThis

/** A request about one file of a bucket. */
export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Name below the prefix; null for the bucket itself. */
  readonly file: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Greatest size of what is read; unlimited unless given. */
  readonly maxBytes?: number
}

/** What the bucket answered; refusals too. */
export interface S3Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  /** The server's error code, e.g. `NoSuchKey`; empty if there is none. */
  readonly code: string
  /** Whether an earlier attempt may have succeeded although its answer was lost. */
  readonly isUnsure: boolean
}

export type AskS3 = (request: S3Request) => Promise<S3Answer>

/**
 * Sends signed requests to a bucket. Failed, slow, refused-as-busy and interrupted attempts are repeated until the deadline.
 * @throws Error with the file's name and the store's answer; FileTooLong
 */
export function s3Requests(access: S3Access, deadlineMs = DEADLINE_MS): AskS3 {
  const keys = new Map<string, ArrayBuffer>()
  return async (request) => {
    const end = performance.now() + deadlineMs + (request.body?.length ?? 0) / SENT_BYTES_PER_MS
    let isUnsure = false
    for (let attempt = 1; ; attempt += 1) {
      const answer = await askOnce(access, keys, request, end)
      const waitMs = RETRY_MS * 2 ** attempt * Math.random()
      const isLast = attempt === TRIES || performance.now() + waitMs > end
      if (answer.error === null && !isBusy(answer.status)) return { ...answer, isUnsure }
      if (isLast)
        throw failed(
          access,
          request,
          answer.error ? `it ${reasonOf(answer.error)}` : statusOf(answer),
          answer.error,
        )
      isUnsure ||= answer.error !== null || answer.status >= 500
      await sleep(waitMs)
    }
  }
}

/** Statuses that are retried; 409 is the answer to the slower of two concurrent writers. */
const isBusy = (status: number): boolean => [409, 429, 500, 502, 503, 504].includes(status)

type Attempt = { readonly error: Error } | ({ readonly error: null } & Omit<S3Answer, 'isUnsure'>)

async function askOnce(
  access: S3Access,
  keys: Map<string, ArrayBuffer>,
  { method, file, query = {}, body, headers = {}, maxBytes = Infinity }: S3Request,
  end: number,
): Promise<Attempt> {
  const { prefix, url, region, accessKeyId, secretAccessKey, sessionToken } = access
  const key = file === null ? '' : `${prefix}${file}`.split('/').map(encodeURIComponent).join('/')
  const signer = new AwsV4Signer({
    method,
    url: `${url}/${key}${file === null ? `?${new URLSearchParams(query).toString()}` : ''}`,
    headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
    ...{ accessKeyId, secretAccessKey, region, service: 's3', cache: keys },
    ...(sessionToken !== undefined && { sessionToken }),
  })
  try {
    const signed = await signer.sign()
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal: AbortSignal.timeout(Math.ceil(Math.max(1, end - performance.now()))),
      ...(body && { body: new Uint8Array(body) }),
    })
    const bytes = await readFileFrom(response, response.ok ? maxBytes : MAX_ANSWER_BYTES)
    const code = response.ok ? '' : (/<Code>(\w+)<\/Code>/.exec(bytes.toString('utf8'))?.[1] ?? '')
    return { error: null, status: response.status, headers: response.headers, bytes, code }
  } catch (error) {
    if (error instanceof FileTooLong) throw error
    return { error: error as Error }
  }
}

const sha256 = (body: Buffer | undefined): string =>
  createHash('sha256')
    .update(body ?? '')
    .digest('hex')

const reasonOf = (error: Error): string =>
  error.name === 'TimeoutError'
    ? 'did not answer in time'
    : `cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`

const statusOf = ({ status, code }: Pick<S3Answer, 'status' | 'code'>): string =>
  `status ${status} ${code}`.trim()

const failed = (
  access: S3Access,
  { method, file }: S3Request,
  why: string,
  cause: Error | null = null,
): Error =>
  new Error(`${access.name}/${file ?? ''} cannot be ${WORDS[method]}: ${why}`, {
    cause: cause?.cause ?? cause,
  })

const WORDS = { GET: 'read', PUT: 'written', DELETE: 'removed' } as const

/** Advice by error code, for errors that the configuration can fix. */
const ADVICE: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch:
    'AWS_SECRET_ACCESS_KEY is not the one of AWS_ACCESS_KEY_ID, or AWS_REGION is another one',
  InvalidAccessKeyId: 'the store knows no such AWS_ACCESS_KEY_ID',
  AuthorizationHeaderMalformed: 'AWS_REGION is not the one of the bucket',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
  InvalidToken: 'AWS_SESSION_TOKEN is not valid',
  NoSuchBucket: 'there is no such bucket',
  AccessDenied:
    'AccessDenied: the key needs s3:GetObject and s3:ListBucket, and to write s3:PutObject and s3:DeleteObject',
}

/** The error for an unexpected answer. It contains nothing of the answer's body, in which servers repeat what was signed. */
export function refused(access: S3Access, request: S3Request, answer: S3Answer): Error {
  const { code, headers } = answer
  if (code === 'RequestTimeTooSkewed') {
    const minutes = Math.round((Date.now() - Date.parse(headers.get('date') ?? '')) / 60_000)
    const off = Number.isNaN(minutes)
      ? 'wrong'
      : `${Math.abs(minutes)} minutes ${minutes > 0 ? 'fast' : 'slow'}`
    return failed(access, request, `the clock of this machine is ${off} by that of the store`)
  }
  return failed(access, request, ADVICE[code] ?? statusOf(answer))
}

import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { FORM_FIELD } from '@tessera/shared/contract'
import type { Child } from './child.ts'
import { POSTED } from './form-seed.ts'
import { measure, median, medians, type Load, type Measured } from './load.ts'
import type { Bench } from './plan.ts'
import { aimed, info, megabytes, ms, ratio, whole, type Row } from './report.ts'

/** Numbers of simultaneous senders. */
const CONNECTIONS = [1, 10, 50] as const
/** How much the shell's memory may grow while a file passes through it: V8 delays the collection of chunks that are no longer used. */
const MOST_GROWTH_BYTES = 64 * 1_024 * 1_024
/** Size of a file that is sent first, so that code is compiled and buffers are allocated. */
const FIRST_FILE_BYTES = 20_000_000
const PIECE = Buffer.alloc(64 * 1_024, 'what a file of a form is filled with\n')
/** How often the memory of a process is read, in milliseconds. */
const POLL_MS = 50

const MODULE = '/REST/UI/FormsModule'
const POST_PATH = `${MODULE}/postform/${POSTED.versionId}/0`
const FIELDS = {
  [`ctrl_1-${POSTED.versionId}-q0001`]: 'Ada Visitor',
  [`ctrl_2-${POSTED.versionId}-q0002`]: 'The lamp at the corner of Minster Yard has been out since Monday.',
}
const FILE_NAME = 'file.txt'

/** The headers that a page of the site sends with its posts. */
async function headersOf(shell: Child): Promise<Readonly<Record<string, string>>> {
  const html = await (await fetch(shell.url + POSTED.path)).text()
  const stamp = /name="x-form-stamp" value="([^"]+)"/.exec(html)?.[1]
  if (stamp === undefined) throw new Error(`${POSTED.path} has no form`)
  return {
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    accept: 'application/json',
    referer: shell.url + POSTED.path,
    'sec-fetch-site': 'same-origin',
    'x-form-stamp': stamp,
    [FORM_FIELD]: `classic/${POSTED.formId}`,
  }
}

interface PostRuns {
  readonly connections: number
  readonly gateway: readonly Measured[]
  readonly platform: readonly Measured[]
}

/**
 * Posts through the gateway and the same posts straight to the platform, in turns. `data` is the platform's folder, whose database
 * must have all acknowledged posts. @throws Error when it does not
 */
export async function measurePosts(
  { site, plan, say }: Bench,
  shell: Child,
  { platform, data }: { readonly platform: Child; readonly data: string },
): Promise<readonly PostRuns[]> {
  const body = new URLSearchParams(FIELDS).toString()
  const headers = await headersOf(shell)
  // The shell refuses a form that was filled in faster.
  await sleep(500)
  const before = countPosts(data)
  let acknowledged = 0
  const fire = async (to: Child, load: Pick<Load, 'connections' | 'seconds'>): Promise<Measured> => {
    const run = await measure(to, site.generator, { ...load, url: to.url, paths: [POST_PATH], headers, body })
    acknowledged += run.requests
    return run
  }
  const all: PostRuns[] = []
  for (const connections of CONNECTIONS) {
    const runs: Record<'gateway' | 'platform', Measured[]> = { gateway: [], platform: [] }
    for (let round = 0; round <= plan.rounds; round += 1) {
      for (const [name, to] of [
        ['gateway', shell],
        ['platform', platform],
      ] as const) {
        const run = await fire(to, { connections, seconds: plan.seconds })
        if (round > 0) runs[name].push(run)
      }
    }
    all.push({ connections, ...runs })
    say(
      `${connections} at a time: ${whole(medians(runs.gateway).perSecond)} posts/s, ${whole(medians(runs.platform).perSecond)} straight`,
    )
  }
  const kept = countPosts(data) - before
  if (kept < acknowledged) throw new Error(`${acknowledged} posts were acknowledged, ${kept} are on the disk`)
  return all
}

function countPosts(data: string): number {
  const db = new DatabaseSync(path.join(data, 'platform.db'), { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS posts FROM form_post').get()?.['posts'])
  } finally {
    db.close()
  }
}

export const rowsOfPosts = (all: readonly PostRuns[]): readonly Row[] =>
  all.map(({ connections, gateway, platform }) => {
    const [through, straight] = [medians(gateway), medians(platform)]
    const part = median(
      gateway.map(({ perSecond }, round) => perSecond / (platform[round]?.perSecond ?? NaN)),
    )
    return info(
      `posts/s through the gateway to disk, ${connections} at a time; CPU; p99; straight; ratio`,
      `${whole(through.perSecond)}; ${ms(through.cpuMsPerRequest)}; ${ms(through.p99)}; ${whole(straight.perSecond)}; ${ratio(part)}`,
    )
  })

/** The upload of a file through a process: its memory in bytes before, at most and after. */
interface UploadRun {
  readonly bytes: number
  readonly tookMs: number
  readonly rss: { readonly before: number; readonly most: number; readonly after: number }
}

/** Upload a smaller file through the gateway, then a large one; the memory is that of the shell's process only. */
export async function measureUpload({ plan, say }: Bench, shell: Child): Promise<readonly UploadRun[]> {
  const runs: UploadRun[] = []
  for (const bytes of [FIRST_FILE_BYTES, plan.uploadBytes]) {
    await shell.heapBytes() // collects the garbage of earlier posts
    const grant = await postWithFile(shell)
    const before = rssOf(shell.pid)
    let most = before
    const looking = setInterval(() => (most = Math.max(most, rssOf(shell.pid))), POLL_MS)
    const began = performance.now()
    await sendFile(shell, grant, bytes).finally(() => clearInterval(looking))
    const tookMs = performance.now() - began
    await shell.heapBytes()
    runs.push({ bytes, tookMs, rss: { before, most, after: rssOf(shell.pid) } })
    say(`${megabytes(bytes)} in ${whole(tookMs)} ms, memory ${megabytes(before)}, at most ${megabytes(most)}`)
  }
  return runs
}

interface FileGrant {
  readonly formPostId: string
  readonly cookie: string
}

async function postWithFile(shell: Child): Promise<FileGrant> {
  const headers = await headersOf(shell)
  await sleep(500)
  const answer = await fetch(shell.url + POST_PATH, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      ...FIELDS,
      [`file_ctrl_${POSTED.fileElement}-${POSTED.versionId}`]: FILE_NAME,
    }),
  })
  const { formPostId } = (await answer.json()) as { readonly formPostId?: number }
  if (formPostId === undefined) throw new Error(`The form with a file was answered with ${answer.status}`)
  return {
    formPostId: String(formPostId),
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; '),
  }
}

/** Send a file as a browser does, but without holding it in memory: piece by piece, as fast as the shell reads. */
async function sendFile(shell: Child, { formPostId, cookie }: FileGrant, bytes: number): Promise<void> {
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('formElementID', POSTED.fileElement)}${field('formPostID', formPostId)}${field('formVersionID', POSTED.versionId)}--b\r\ncontent-disposition: form-data; name="jUploadFile1"; filename="${FILE_NAME}"\r\ncontent-type: text/plain\r\n\r\n`
  const tail = '\r\n--b--\r\n'
  const request = http.request(`${shell.url}${MODULE}/UploadFile`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + bytes + tail.length,
      'sec-fetch-site': 'same-origin',
      cookie,
    },
  })
  const pieces = function* () {
    yield Buffer.from(head)
    for (let left = bytes; left > 0; left -= PIECE.length)
      yield left < PIECE.length ? PIECE.subarray(0, left) : PIECE
    yield Buffer.from(tail)
  }
  const answered = new Promise<string>((resolve, reject) => {
    request.once('error', reject).once('response', (answer) => {
      answer.setEncoding('utf8')
      let text = `${answer.statusCode}: `
      answer.on('data', (part: string) => (text += part)).once('end', () => resolve(text))
    })
  })
  Readable.from(pieces()).pipe(request)
  const answer = await answered
  if (!answer.startsWith('200:')) throw new Error(`A file of ${bytes} bytes was answered with ${answer}`)
}

/** Rows of the uploads: of the smaller file, then of the large one. */
export function rowsOfUpload(runs: readonly UploadRun[]): readonly Row[] {
  const [first, run] = runs
  if (!first || !run) return []
  const { bytes, tookMs, rss } = run
  const growthOf = ({ rss: { before, most } }: UploadRun) => most - before
  return [
    info(
      `upload of ${megabytes(bytes)} through the gateway and its scanner`,
      `${ms(tookMs)}; ${megabytes((1_000 * bytes) / tookMs)}/s`,
    ),
    info(
      '… memory of the shell before; at most; after',
      [rss.before, rss.most, rss.after].map(megabytes).join('; '),
    ),
    aimed('… more memory than before, at most', growthOf(run), { atMost: MOST_GROWTH_BYTES }, megabytes),
    info(`… the same for ${megabytes(first.bytes)}`, megabytes(growthOf(first))),
  ]
}

const rssOf = (pid: number): number =>
  1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

import { inspect } from 'node:util'
import type { ReleaseStorage } from './storage.server.ts'
import { releaseStorage } from './release-storage.server.ts'
import { readS3Access } from './s3-access.server.ts'
import { s3Storage } from './s3-storage.server.ts'
import { anS3Server, S3_STORE, sendError, type S3Server } from './testing/an-s3-server.ts'

const DEADLINE_MS = 3_000
const SHORT_MS = 300
let server: S3Server
let storage: ReleaseStorage

beforeEach(async () => {
  server = await anS3Server()
  storage = storageWith()
})
afterEach(() => server.close())

const storageWith = (env: NodeJS.ProcessEnv = {}, deadlineMs = DEADLINE_MS): ReleaseStorage =>
  s3Storage(readS3Access(S3_STORE, { ...server.env, ...env }), { deadlineMs })
const bytes = (text: string): Buffer => Buffer.from(text)
const messageOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'it was answered',
    (error: unknown) => (error as Error).message,
  )
const filesOf = ({ files }: ReleaseStorage) => files!

describe('a release store in a bucket', () => {
  it('reads, writes, lists in pages and removes, each request signed', async () => {
    expect(await storage.read('mfe-a/1.0.0+b/release.json')).toBeNull()
    const names = Array.from({ length: 20 }, (_, index) => `mfe-a/1.0.0+b/web/${index}.js`).toSorted()
    for (const name of names) await filesOf(storage).write(name, bytes(name))
    await filesOf(storage).write('mfe-ab/1/x', bytes(''))
    expect((await storage.read(names[3]!))?.toString()).toBe(names[3])
    const listed = await filesOf(storage).list('mfe-a/')
    expect(listed.map(({ file }) => file)).toEqual(names)
    await filesOf(storage).remove(names[0]!)
    await filesOf(storage).remove(names[0]!)
    expect(await filesOf(storage).list('mfe-a/')).toHaveLength(19)
    await expect(storage.read(names[3]!, 3)).rejects.toMatchObject({ name: 'FileTooLong' })
    expect([...server.objects.keys()][0]).toBe(`releases/${names[1]!}`)
  })

  it('creates a file once, and replaces one only as it was read', async () => {
    expect(await storage.create('a.json', bytes('1'))).toBe(true)
    expect(await storage.create('a.json', bytes('2'))).toBe(false)
    const other = storageWith()
    const before = await storage.read('a.json')
    expect(before?.toString()).toBe('1')
    expect(await other.replace('a.json', bytes('3'), await other.read('a.json'))).toBe(true)
    expect(await storage.replace('a.json', bytes('4'), before)).toBe(false)
    expect(await storage.replace('a.json', bytes('4'), null)).toBe(false)
    expect((await storage.read('a.json'))?.toString()).toBe('3')
    // The file has been read again, but not by who writes.
    expect(await storage.replace('a.json', bytes('4'), before)).toBe(false)
    expect(await storage.replace('a.json', bytes('5'), await storage.read('a.json'))).toBe(true)
  })

  it('measures the age of files by the clock of the store', async () => {
    await filesOf(storage).write('x/1', bytes('1'))
    server.age(/x/, 90_000)
    const [first] = await filesOf(storage).list('x/')
    expect(first!.ageMs).toBeGreaterThan(88_000)
    expect(first!.ageMs).toBeLessThan(120_000)
  })

  it('is not written where conditions are not kept: two writers would write over each other', async () => {
    server.isConditional = false
    expect(await messageOf(storage.create('a.json', bytes('1')))).toContain('takes no conditional writes')
    expect([...server.objects.keys()]).toEqual(['releases/conditions'])
  })
})

/** A fault that happens only the first `count` times. */
const times = (count: number, fault: S3Server['fault']): S3Server['fault'] => {
  let left = count
  return (request, answer) => left-- > 0 && fault(request, answer)
}
const answering =
  (status: number, code: string): S3Server['fault'] =>
  (_request, answer) => {
    sendError(answer, status, code)
    return true
  }
const cutOff: S3Server['fault'] = (_request, answer) => {
  answer.writeHead(200, { 'content-length': 100 }).write('half of')
  setTimeout(() => answer.destroy(), 10)
  return true
}
const silent: S3Server['fault'] = () => true

describe('a bucket that does not answer as it should', () => {
  it.each<[string, S3Server['fault']]>([
    ['busy', answering(503, 'SlowDown')],
    ['broken', answering(500, 'InternalError')],
    ['cut off', cutOff],
  ])('is asked again while it is %s, and given up in time', async (_what, fault) => {
    await filesOf(storage).write('a', bytes('whole'))
    server.fault = times(2, fault)
    expect((await storage.read('a'))?.toString()).toBe('whole')
    server.fault = fault
    expect(await messageOf(storage.read('a'))).toMatch(
      /releases\/a cannot be read: (status 50|it cannot be reached)/,
    )
  })

  it('fails when the server is slow, and when it is unreachable', async () => {
    server.fault = silent
    expect(await messageOf(storageWith({}, SHORT_MS).read('a'))).toContain(
      'releases/a cannot be read: it did not answer in time',
    )
    await server.close()
    expect(await messageOf(storage.read('a'))).toContain('releases/a cannot be read: it cannot be reached')
  })

  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'whose secret is another',
      { AWS_SECRET_ACCESS_KEY: 'wrong' },
      'AWS_SECRET_ACCESS_KEY is not the one of',
    ],
    ['whose key is not known', { AWS_ACCESS_KEY_ID: 'nobody' }, 'knows no such AWS_ACCESS_KEY_ID'],
    ['of another region', { AWS_REGION: 'elsewhere' }, 'AWS_REGION is not the one of the bucket'],
  ])('says what is wrong to one %s, and asks once', async (_who, env, problem) => {
    expect(await messageOf(storageWith(env).read('a'))).toContain(problem)
    expect(server.asked).toHaveLength(1)
  })

  it('says what rights are missing', async () => {
    server.fault = answering(403, 'AccessDenied')
    expect(await messageOf(storage.create('a', bytes('1')))).toContain('s3:PutObject')
  })

  it('says by how much the clock of this machine is wrong', async () => {
    server.now = () => Date.now() + 3_600_000
    expect(await messageOf(storage.read('a'))).toContain('the clock of this machine is 60 minutes slow')
  })

  it('is no empty store when the bucket is not there', async () => {
    const other = s3Storage(readS3Access('s3://another/releases', server.env))
    expect(await messageOf(other.read('releases.json'))).toContain('there is no such bucket')
  })

  it.each([500, 0])(
    'counts as done where the file was written but the answer was lost (%i)',
    async (status) => {
      // The server handles the request, but sends another answer.
      const lost = (): S3Server['fault'] => {
        let isFirst = true
        return (request, answer) => {
          if (request.method !== 'PUT' || request.url?.endsWith('conditions') || !isFirst) return false
          isFirst = false
          const { writeHead } = answer
          answer.writeHead = () => (status ? writeHead.call(answer, status) : answer.destroy()) as never
          return false
        }
      }
      server.fault = lost()
      expect(await storage.create('a', bytes('1'))).toBe(true)
      const before = await storage.read('a')
      server.fault = lost()
      expect(await storage.replace('a', bytes('2'), before)).toBe(true)
      expect(await storageWith().create('a', bytes('3'))).toBe(false)
      expect(server.asked.filter((line) => line.startsWith('PUT') && line.includes('/a '))).toHaveLength(5)
    },
  )
})

describe('the keys of a bucket', () => {
  it('are in no message, no name and nothing that is printed', async () => {
    const secrets = [
      server.env['AWS_SECRET_ACCESS_KEY']!,
      server.env['AWS_ACCESS_KEY_ID']!,
      'the token',
      'Signature=',
    ]
    const own = storageWith({ AWS_SESSION_TOKEN: 'the token' }, SHORT_MS)
    const said: string[] = [own.name, inspect(own, { depth: 9, showHidden: true })]
    for (const fault of [
      answering(403, 'SignatureDoesNotMatch'),
      answering(500, 'InternalError'),
      cutOff,
      silent,
    ]) {
      server.fault = fault
      said.push(
        await own.read('a').then(String, (error: unknown) => inspect(error, { depth: 9, showHidden: true })),
      )
    }
    expect(said.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([])
  })

  it('do not reach code that has put another fetch in the place of the own one', async () => {
    const own = globalThis.fetch
    const seen: unknown[] = []
    globalThis.fetch = (...args) => {
      seen.push(args)
      return own(...args)
    }
    try {
      await storage.read('a')
    } finally {
      globalThis.fetch = own
    }
    expect(server.asked).toHaveLength(1)
    expect(seen).toEqual([])
  })
})

describe('where a release store lies', () => {
  const env = { AWS_REGION: 'eu-west-2', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['s3://site/a/b/', {}, 'https://site.s3.eu-west-2.amazonaws.com/a/b'],
    ['s3://site.example', {}, 'https://s3.eu-west-2.amazonaws.com/site.example'],
    ['s3://site', { AWS_ENDPOINT_URL: 'http://minio:9000/' }, 'http://minio:9000/site'],
    [
      's3://site',
      { AWS_ENDPOINT_URL_S3: 'https://s3.example/x', AWS_ENDPOINT_URL: 'http://no' },
      'https://s3.example/x/site',
    ],
    [
      's3://site',
      { AWS_ENDPOINT_URL_S3: 'https://s3.example', TESSERA_S3_STYLE: 'host' },
      'https://site.s3.example',
    ],
  ])('is read from %s and the environment %j', (address, more, name) => {
    expect(releaseStorage(address, { ...env, ...more }).name).toBe(name)
  })

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['s3://Site!', {}, 'is not the address of a release store'],
    ['s3://site/../other', {}, 'is not the address of a release store'],
    ['s3://site', { AWS_REGION: '' }, 'needs AWS_REGION'],
    ['s3://site', { AWS_SECRET_ACCESS_KEY: undefined }, 'AWS_SECRET_ACCESS_KEY'],
    ['s3://site', { AWS_ENDPOINT_URL_S3: 'http://me:hidden@minio' }, 'has a password in it'],
    ['s3://site', { TESSERA_S3_STYLE: 'other' }, 'is path or host'],
  ])('is refused: %s with %j', (address, more, problem) => {
    const read = () => releaseStorage(address, { ...env, ...more })
    expect(read).toThrow(problem)
    expect(read).not.toThrow('hidden')
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensurePrivateKey, readPublicKey } from '../releases/verified-copy.server.ts'
import { readOptions } from './options.server.ts'

const told = {
  port: 0,
  platformUrl: 'https://api.example',
  projectId: 'website',
  accessToken: 'sample-access-token',
  publicUrl: 'https://www.example',
  dataDir: '/data',
  releasesDir: '/releases',
  releaseKeyFile: '/key.pub',
}
const read = (client: unknown) => readOptions(JSON.stringify({ ...told, accounts: { client } }))

const tiles = {
  url: 'https://tiles.example/{z}/{x}/{y}.png',
  zoom: 15,
  attribution: { text: '© mappers', href: 'https://tiles.example/about' },
}

describe('times of a shell', () => {
  it.each([{ drainMs: 20_000 }, { drainMs: 0 }, { pollMs: 50 }])(
    'are taken as they are written: %j',
    (times) => {
      expect(readOptions(JSON.stringify({ ...told, ...times }))).toMatchObject(times)
    },
  )

  it.each([{ drainMs: 30_000 }, { drainMs: -1 }, { drainMs: 0.5 }, { pollMs: -5 }, { pollMs: 0 }])(
    'are refused where a shell could not end or would never rest: %j',
    (times) => {
      expect(() => readOptions(JSON.stringify({ ...told, ...times }))).toThrow(Object.keys(times)[0])
    },
  )
})

describe('options that could not be meant', () => {
  it.each([
    ...[{ port: 99_999 }, { port: -1 }, { port: 1.5 }, { host: '' }, { dataDir: '' }, { releasesDir: '' }],
    ...[{ releaseKeyFile: '' }, { alias: 'a b\r\nX: y' }, { alias: '' }, { alias: 'a b' }],
    ...[{ sessions: { storeUrl: 'redis://x:port' } }, { sessions: { storeUrl: 'redis://' } }],
    { accounts: { mail: { smtpUrl: 'smtp://h:99999999' } } },
    ...[{ sessions: { storeURL: 'redis://x' } }, { accounts: { mial: {} } }],
    ...[{ accounts: { mail: { smtpURL: 'smtp://h' } } }, { preview: { host: [] } }],
    ...[{ proxyLimits: { headerMs: 1 } }, { site: { contact: { phone: '1' } } }],
    ...[{ site: { servers: { IIS: 'x' } } }, { site: { alerts: { contentType: 'alert', type: 'x' } } }],
  ])('are refused by their name: %j', (change) => {
    const nameOf = (value: object): string => {
      const [[name, inner] = []] = Object.entries(value).slice(-1)
      const isPlain = typeof inner === 'object' && !Array.isArray(inner) && Object.keys(inner).length > 0
      return isPlain ? `${name}.${nameOf(inner as object)}` : (name ?? '')
    }
    expect(() => readOptions(JSON.stringify({ ...told, ...change }))).toThrow(
      `TESSERA_CONFIG: ${nameOf(change)} `,
    )
  })

  it.each(['{"port": 1, "accessToken": secret}', '/nowhere/site.json'])(
    'are refused where they cannot be read, and not repeated: %s',
    (source) => {
      expect(() => readOptions(source)).toThrow(/^TESSERA_CONFIG: (?!.*secret)/)
    },
  )

  it('may leave any port to the machine, and have an alias as surrogate keys have it', () => {
    const change = { port: 0, alias: 'larkmoor.example:3000_b-1' }
    expect(readOptions(JSON.stringify({ ...told, ...change }))).toMatchObject(change)
  })

  it('are named where the key of releases is none', () => {
    expect(() => readPublicKey('/etc/passwd', 'releaseKeyFile')).toThrow(
      /^releaseKeyFile \/etc\/passwd holds no public key/,
    )
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tessera-key-')), 'release.pem')
    ensurePrivateKey(file)
    expect(() => readPublicKey(file, 'releaseKeyFile')).toThrow(/holds no public key: it is the private half/)
    expect(readPublicKey(`${file}.pub`).type).toBe('public')
    rmSync(path.dirname(file), { recursive: true })
  })
})

describe('the provider of map tiles of a site (docs/decisions/0088)', () => {
  const siteWith = (change: object) =>
    readOptions(JSON.stringify({ ...told, site: { mapTiles: { ...tiles, ...change } } })).site?.mapTiles

  it.each([
    {},
    { url: 'https://tiles.example:8443/a/{z}/{x}/{y}@2x.png?key=a-b_c' },
    { url: 'http://127.0.0.1:4000/{z}/{x}/{y}.png' },
  ])('is taken as it is written: %j', (change) => {
    expect(siteWith(change)).toEqual({ ...tiles, ...change })
  })

  it.each([
    { url: 'http://tiles.example/{z}/{x}/{y}.png' },
    { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png' },
    { url: 'https://tiles.example/{z}/{x}.png' },
    { url: "https://tiles.example; script-src 'unsafe-inline'/{z}/{x}/{y}" },
    { url: '/{z}/{x}/{y}.png' },
    { zoom: 23 },
    { zoom: 14.5 },
    { attribution: { text: ' ', href: 'https://tiles.example/' } },
    { attribution: { text: 'mappers', href: 'javascript:alert(1)' } },
    { attributon: 'misspelt' },
  ])('is refused, with its name, where pages could not use it: %j', (change) => {
    expect(() => siteWith(change)).toThrow(/^TESSERA_CONFIG: site\.mapTiles/)
  })
})

describe('what a shell process is told (specification 8, Client configuration)', () => {
  it('may have a key for the site itself, which may ask for less', () => {
    const key = { clientId: 'site', clientSecret: 'sample-secret' }
    expect(read(key).accounts.client).toEqual(key)
    expect(read({ ...key, scope: 'Security_Administrator' }).accounts.client).toMatchObject({
      scope: 'Security_Administrator',
    })
  })

  it.each([{}, { clientId: 'site' }, { clientSecret: 'x' }, { clientId: 'site', clientSecret: ' ' }])(
    'refuses the key %j: client_credentials requires clientDetails',
    (client) => {
      expect(() => read(client)).toThrow('client_credentials requires clientDetails.')
    },
  )
})

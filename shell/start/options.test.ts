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

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

import { readAccountSettings } from './account-settings.ts'

const seedKey = { clientId: 'seed', clientSecret: 'secret' }

describe('accounts of a site that is started (docs/decisions/0012)', () => {
  it('uses the key of the seed, and an outbox, by default', () => {
    expect(readAccountSettings({}, seedKey)).toEqual({
      accounts: { client: seedKey, mail: {} },
      trustedProxies: [],
    })
    expect(readAccountSettings({ TESSERA_SMTP_URL: ' ' }, undefined)).toEqual({
      accounts: { mail: {} },
      trustedProxies: [],
    })
  })

  it('takes what the environment says instead', () => {
    const environment = {
      TESSERA_CLIENT_ID: 'own',
      TESSERA_CLIENT_SECRET: 'other',
      TESSERA_SMTP_URL: 'smtp://localhost:25',
      TESSERA_MAIL_FROM: 'Larkmoor <no-reply@larkmoor.example>',
      TESSERA_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    }
    expect(readAccountSettings(environment, seedKey)).toEqual({
      accounts: {
        client: { clientId: 'own', clientSecret: 'other' },
        mail: { smtpUrl: 'smtp://localhost:25', from: 'Larkmoor <no-reply@larkmoor.example>' },
      },
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
    })
  })

  it('refuses half a key, and an address that is none, without repeating a secret', () => {
    expect(() => readAccountSettings({ TESSERA_CLIENT_SECRET: 'hush' }, seedKey)).toThrow(/go together/)
    expect(() => readAccountSettings({ TESSERA_SMTP_URL: 'mail:hush@host' }, seedKey)).toThrow(
      /TESSERA_SMTP_URL/,
    )
    expect(() => readAccountSettings({ TESSERA_SMTP_URL: 'mail:hush@host' }, seedKey)).not.toThrow(/hush/)
  })
})

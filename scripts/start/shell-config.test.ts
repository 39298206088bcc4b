import { captchaOf } from './shell-config.ts'

const EMBEDDED = 'http://localhost:3001'

describe('the captcha of a site that is started (docs/decisions/0049)', () => {
  it('is the fake captcha on the embedded platform, so that forms with one can be sent without a network', () => {
    expect(captchaOf({ siteName: {}, forms: { minFillMs: 0 } }, EMBEDDED, {})).toEqual({
      captchaSecret: 'demo-secret',
      site: {
        siteName: {},
        forms: {
          minFillMs: 0,
          captcha: {
            verifyUrl: 'http://localhost:3001/api/platform/captcha/siteverify',
            scriptUrl: 'http://localhost:3001/api/platform/captcha/api.js',
            scripts: ['http://localhost:3001/api/platform/captcha/'],
            frames: [],
          },
        },
      },
    })
  })

  it('is the fake captcha on pages of other sites, too, each with a key and its secret', () => {
    const origins = { 'https://one.example': { siteKey: 'demo-site-key-one' } }
    const { site, ...secrets } = captchaOf({ forms: { captcha: { origins } } }, EMBEDDED, {})
    expect(site['forms']).toMatchObject({
      captcha: { origins, scripts: [`${EMBEDDED}/api/platform/captcha/`] },
    })
    expect(secrets).toEqual({
      captchaSecret: 'demo-secret',
      captchaSecrets: { 'https://one.example': 'demo-secret-one' },
    })
    const environment = {
      TESSERA_CAPTCHA_SECRET: 'shh',
      TESSERA_CAPTCHA_SECRETS: '{"https://one.example":"hush"}',
    }
    expect(captchaOf({}, EMBEDDED, environment)).toEqual({
      site: {},
      captchaSecret: 'shh',
      captchaSecrets: { 'https://one.example': 'hush' },
    })
    const unreadable = { TESSERA_CAPTCHA_SECRETS: '{"https://one.example": "hush"' }
    expect(() => captchaOf({}, EMBEDDED, unreadable)).toThrow(
      /^TESSERA_CAPTCHA_SECRETS must be an object(?!.*hush)/,
    )
  })

  it('is the site’s own, where it has one, or a secret, or another platform', () => {
    const own = { forms: { captcha: { verifyUrl: 'https://verify.example/' } } }
    expect(captchaOf(own, EMBEDDED, {})).toEqual({ site: own })
    expect(captchaOf({}, EMBEDDED, { TESSERA_CAPTCHA_SECRET: 'shh' })).toEqual({
      site: {},
      captchaSecret: 'shh',
    })
    expect(captchaOf({}, null, {})).toEqual({ site: {} })
  })
})

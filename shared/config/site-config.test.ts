import { AppError } from '../contract/index.ts'
import { readSiteConfig } from './index.ts'

const good = {
  projects: [{ id: 'website', publicUrl: 'https://www.larkmoor.example/' }],
  platform: { apiUrl: 'https://api-larkmoor.example' },
  accessToken: 'sample-access-token',
  languages: { primary: 'en-GB', supported: ['en-GB', 'cy'] },
  siteName: { 'en-GB': 'Larkmoor Council', cy: 'Cyngor Larkmoor' },
}

const problemsOf = (input: unknown): unknown => {
  try {
    readSiteConfig(input)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError)
    expect((thrown as AppError).code).toBe('config/invalid')
    return (thrown as AppError).details['problems']
  }
  return []
}

describe('readSiteConfig (specification 9)', () => {
  it('a captcha is reCAPTCHA unless said otherwise, and its script has to be below what its pages may load', () => {
    const captchaOf = (captcha?: object) => ({ ...good, forms: { captcha } })
    const { captcha } = readSiteConfig(good).forms
    expect([captcha.scriptUrl, captcha.verifyUrl]).toEqual([
      'https://www.google.com/recaptcha/api.js',
      undefined,
    ])
    const scriptUrl = 'https://captcha.example/api.js?compat=recaptcha'
    const refused = ['forms.captcha.scriptUrl must be below one of forms.captcha.scripts']
    expect(problemsOf(captchaOf({ scriptUrl }))).toEqual(refused)
    expect(problemsOf(captchaOf({ scriptUrl, scripts: ['https://captcha.exam'] }))).toEqual(refused)
    expect(problemsOf(captchaOf({ scriptUrl, scripts: ['https://captcha.example'] }))).toEqual([])
    expect(problemsOf(captchaOf({ verifyUrl: 'https://verify.example/' }))).toEqual([
      'captchaSecret must be given where forms.captcha.verifyUrl is',
    ])
  })

  it('a captcha on pages of another site has a key and a secret of its own, and is verified here', () => {
    const [one, two] = ['https://one.example', 'https://two.example'] as const
    const siteWith = (origins: object, captchaSecrets: object, more: object = {}) => ({
      ...good,
      embedOrigins: [one, two],
      captchaSecret: 'own',
      captchaSecrets,
      forms: { captcha: { verifyUrl: 'https://verify.example/', origins, ...more } },
    })
    const both = { [one]: { siteKey: 'a' }, [two]: { siteKey: 'b' } }
    const { forms, secrets } = readSiteConfig(siteWith(both, { [one]: 'x', [two]: 'y' }))
    expect([forms.captcha.origins[one], secrets.captchaSecrets[two]]).toEqual([{ siteKey: 'a' }, 'y'])
    const shared = [
      'forms.captcha.origins and captchaSecrets must have a key and a secret of its own for every origin',
    ]
    expect(problemsOf(siteWith(both, { [one]: 'x', [two]: 'x' }))).toEqual(shared)
    expect(problemsOf(siteWith(both, { [one]: 'own', [two]: 'y' }))).toEqual(shared)
    expect(problemsOf(siteWith({ ...both, [two]: { siteKey: 'a' } }, { [one]: 'x', [two]: 'y' }))).toEqual(
      shared,
    )
    expect(problemsOf(siteWith({ [one]: { siteKey: 'a' } }, {}))).toEqual([
      `captchaSecrets.${one} must be given where forms.captcha.origins.${one} is`,
    ])
    expect(
      problemsOf(siteWith({ [one]: { siteKey: 'a' } }, { [one]: 'x' }, { verifyUrl: undefined })),
    ).toEqual(['forms.captcha.verifyUrl must be given where forms.captcha.origins is'])
    const itself = 'https://www.larkmoor.example'
    for (const stranger of ['https://three.example', itself])
      expect(
        problemsOf({
          ...siteWith({ [stranger]: { siteKey: 'a' } }, { [stranger]: 'x' }),
          embedOrigins: [one, itself],
        }),
      ).toEqual([`forms.captcha.origins.${stranger} must be another site, and one of embedOrigins`])
  })

  it('fills in what a site need not say', () => {
    const config = readSiteConfig(good)
    expect(config.platform).toEqual({
      apiUrl: 'https://api-larkmoor.example',
      cmsUrl: 'https://api-larkmoor.example',
    })
    expect(config.servers).toEqual({ iis: 'https://api-larkmoor.example', iisPreview: null })
    expect(config.publicUrl).toBe('https://www.larkmoor.example')
    expect(config.allowedHosts).toEqual(['www.larkmoor.example'])
    expect(config.reverseProxyPaths).toEqual(['/image-library/*', '/video-library/*', '/asset-library/*'])
    expect(config.trailingSlashStatus).toBe(302)
    expect(config.federatedSignIn).toBe(false)
    expect(config.limits).toMatchObject({
      callDeadlineMs: 1_000,
      maxBodyBytes: 5_242_880,
      concurrency: 32,
      freshMs: 5_000,
    })
    expect(config.limits.cacheEntries).toBe(100)
    expect(config.limits.navigationDepth).toBe(2)
    const { languages: _languages, ...plain } = good
    expect(readSiteConfig(plain).languages).toEqual({ primary: 'en-GB', supported: ['en-GB'] })
  })

  it('names every problem at once', () => {
    const problems = problemsOf({
      ...good,
      projects: [],
      accessToken: ' ',
      platform: { apiUrl: 'ftp://files.example' },
      trailingSlashStatus: 307,
      federatedSignIn: 'yes',
      limits: { concurrency: 0 },
      colour: 'red',
    })
    expect(problems).toEqual(
      expect.arrayContaining([
        'projects.0 must be given',
        'accessToken: Client type none requires an accessToken.',
        'platform.apiUrl must be an http or https address without path, query or credentials',
        'trailingSlashStatus must be 301 or 302',
        'federatedSignIn must be true or false',
        'limits.concurrency must be at least 1',
        'colour is not an option',
      ]),
    )
  })

  it.each([[undefined], [null], ['text'], [[]], [42]])('refuses %p', (input) => {
    expect(problemsOf(input)).not.toEqual([])
  })

  it('says what is missing', () => {
    const { accessToken: _left, ...rest } = good
    expect(problemsOf(rest)).toEqual(['Client type none requires an accessToken.'])
    expect(problemsOf({ ...good, platform: {} })).toEqual(['platform.apiUrl must be given'])
  })

  it.each(['/', '/api', './api', '../api', '//api.example'])(
    'refuses the relative root address %s',
    (url) => {
      const sentence = 'You cannot specify a relative root url if not in a browser context.'
      expect(problemsOf({ ...good, platform: { apiUrl: url } })).toEqual([`platform.apiUrl: ${sentence}`])
      expect(problemsOf({ ...good, platform: { ...good.platform, cmsUrl: url } })).toEqual([
        `platform.cmsUrl: ${sentence}`,
      ])
    },
  )

  it.each(['forms/map', 'https://elsewhere.example/map', '/forms/', '/../map?x'])(
    'refuses %s as the path of form maps, and of files',
    (path) => {
      expect(problemsOf({ ...good, forms: { mapPath: path, uploadPath: path } })).toEqual([
        'forms.mapPath must be a path that begins with / and does not end in it',
        'forms.uploadPath must be a path that begins with / and does not end in it',
      ])
    },
  )

  it('forwards no cookie unless configured to, and never the refresh token', () => {
    expect(readSiteConfig(good).platformCookies).toEqual([])
    const platformCookies = ['ContensisSecurityBearerToken', 'ContensisCMSUserName']
    expect(problemsOf({ ...good, platformCookies })).toEqual([])
    expect(problemsOf({ ...good, platformCookies: ['RefreshToken'] })).toEqual([
      'platformCookies.0 must be ContensisSecurityBearerToken or ContensisCMSUserName',
    ])
  })

  it.each(['en-ENG', 'en-12', 'cy-GB-GB', 'EN-gb', 'english'])(
    'refuses %s as the code of a language',
    (code) => {
      const languages = { primary: code, supported: [code] }
      const refusal = 'must be a language code such as en-GB'
      expect(problemsOf({ ...good, languages, siteName: { [code]: 'Larkmoor' } })).toEqual([
        `languages.primary ${refusal}`,
        `languages.supported.0 ${refusal}`,
      ])
    },
  )

  it('wants a name in every language, the primary among the supported, and each project once', () => {
    const twice = [good.projects[0], good.projects[0]]
    const languages = { primary: 'fr', supported: ['en-GB', 'de'] }
    expect(problemsOf({ ...good, languages, projects: twice })).toEqual([
      'languages.supported must contain languages.primary',
      'siteName.de must be given',
      'projects must not name one project twice',
    ])
  })

  it.each([
    'https://user:pw@host.example',
    'https://host.example/path',
    'https://host.example?x=1',
    'host.example',
    '',
  ])('refuses %p as an origin', (publicUrl) => {
    expect(problemsOf({ ...good, publicUrl })).toHaveLength(1)
  })

  it('does not repeat a secret in its complaint', () => {
    try {
      readSiteConfig({ ...good, accessToken: { value: 'hunter2' } })
    } catch (thrown) {
      expect(JSON.stringify([thrown, (thrown as AppError).details])).not.toContain('hunter2')
    }
    expect.assertions(1)
  })
})

describe('secrets', () => {
  it('lie in one place of their own, so that what is taken of a configuration by name holds none', () => {
    const { secrets, ...rest } = readSiteConfig({ ...good, previewAccessToken: 'sample-preview-token' })
    expect(secrets).toEqual({
      accessToken: 'sample-access-token',
      captchaSecrets: {},
      previewAccessToken: 'sample-preview-token',
    })
    expect(JSON.stringify(rest)).not.toMatch(/sample-/)
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { FORM_PAGE } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** Another site, which records the requests to it. */
let asked: string[]
let server: Server
let elsewhere: string
test.beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
    response.end('globalThis.isElsewhere = true')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((closed) => void server.close(closed)))
test.beforeEach(() => {
  asked = []
})

/** What an injected script may try, by name. Where it needs a Trusted Types policy it uses the name of an allowed one. */
const ATTEMPTS: Readonly<Record<string, (page: Page, address: string) => Promise<unknown>>> = {
  'a script element': (page, address) =>
    page.evaluate((src) => {
      const policy = (globalThis as unknown as WithTrustedTypes).trustedTypes.createPolicy('tessera-chunks', {
        createScriptURL: (url: string) => url,
      })
      const script = document.createElement('script')
      script.src = policy.createScriptURL(src)
      document.head.append(script)
    }, address),
  'a preload': (page, address) =>
    page.evaluate((href) => {
      for (const rel of ['preload', 'modulepreload'])
        document.head.append(Object.assign(document.createElement('link'), { rel, as: 'script', href }))
    }, address),
  'an import': (page, address) => page.evaluate((url) => import(url).catch(() => null), address),
  'a worker': (page, address) =>
    page.evaluate((url) => {
      try {
        new Worker(url)
      } catch {
        // Chromium may throw at once
      }
    }, address),
}

interface WithTrustedTypes {
  readonly trustedTypes: {
    readonly createPolicy: (
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ) => { readonly createScriptURL: (url: string) => string & TrustedScriptURL }
  }
}
type TrustedScriptURL = never

test.describe('what runs on a page cannot bring code from another site (specification 9; decision 0008)', () => {
  for (const [what, attempt] of Object.entries(ATTEMPTS))
    test(`by ${what}`, async ({ page, faults }) => {
      faults.allow(/Content Security Policy|violates|Refused|Trusted/)
      await page.goto(FORM_PAGE)
      await hydrated(page, 'form-1002')
      const blocked = page.evaluate(
        () =>
          new Promise<string>((resolve) =>
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
              resolve(effectiveDirective),
            ),
          ),
      )
      await attempt(page, `${elsewhere}/planted.js`).catch(() => null)
      expect(await blocked).toMatch(/script-src|worker-src|trusted-types|require-trusted-types-for/)
      expect(await page.evaluate(() => 'isElsewhere' in globalThis)).toBe(false)
      expect(asked).toEqual([])
    })
})

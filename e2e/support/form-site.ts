import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { writeFormContent } from './form-content.ts'
import { startHost, type HostSite } from './host-site.ts'
import { TEST_LIMITS } from './limits.ts'
import { demonstrationClient, ROOT } from './environment.ts'
import { startShell, type TestShell } from './start-shell.ts'
import { expect, test as base } from './test.ts'

/** A post as the platform has stored it. */
export interface StoredPost {
  readonly id: number
  readonly form: string
  readonly version: string
  readonly language: string
  /** The reference number that its sender got. */
  readonly reference: string
  readonly fields: Readonly<Record<string, unknown>>
  /** The label and the answer of each field. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[]
  readonly files: readonly { readonly name: string; readonly size: number }[]
}

/** A site with forms, on a platform of its own. */
export interface FormSite extends TestShell {
  readonly platformUrl: string
  /** Another site, which may embed forms of this site. */
  readonly host: HostSite
  /** The posts of a form since a time, as the site's operator reads them: `npm run forms -- export`. */
  readonly posts: (formId: string, since: Date) => Promise<readonly StoredPost[]>
  /** Change form 2005, or restore it, while the site runs. */
  readonly changeForm: (isChanged: boolean) => Promise<void>
}

/** The largest file that the site accepts, in bytes. */
export const MAX_FILE_BYTES = 300_000

const run = promisify(execFile)
const PLATFORM = path.join(ROOT, 'platform/main.server.ts')

interface RunningPlatform {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Start a platform; if it ends before it is ready, as on a busy machine, it is started once more, as `npm start` does. */
async function startPlatform(folder: string, seed: string, attempts = 2): Promise<RunningPlatform> {
  const args = ['--port', '0', '--data', folder, '--seed', seed]
  const child = fork(PLATFORM, args, {
    cwd: ROOT,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = await new Promise<string | null>((resolve) => {
    child.once('message', (message) => resolve((message as { readonly url: string }).url))
    child.once('exit', () => resolve(null))
  })
  if (url === null && attempts === 1) throw new Error('The platform of the forms does not start')
  if (url === null) return startPlatform(folder, seed, attempts - 1)
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { url, stop }
}

async function startFormSite(): Promise<FormSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-forms-'))
  const [data, seed] = [path.join(folder, 'data'), path.join(folder, 'seed')]
  writeFormContent(seed, false)
  const platform = await startPlatform(data, seed)
  const host = await startHost()
  const shell = await startShell({
    platform: platform.url,
    options: () => ({
      accounts: { client: demonstrationClient() },
      captchaSecret: 'demo-secret',
      captchaSecrets: { [host.url]: 'demo-secret-host' },
      // Nothing is cached, so that the next request sees a changed form.
      limits: { ...TEST_LIMITS, freshMs: 0, pageFreshMs: 0 },
      site: {
        embedOrigins: [host.url],
        contact: { telephone: '01632 960100', email: 'contact@larkmoor.example' },
        forms: {
          requestsPerMinute: 0,
          postsPerHour: 0,
          uploads: { maxBytes: MAX_FILE_BYTES },
          captcha: {
            ...captchaOf(`${platform.url}/api/platform/captcha/`),
            origins: { [host.url]: { siteKey: 'demo-site-key-host' } },
          },
        },
      },
    }),
  })
  const command = (...args: readonly string[]) =>
    run(process.execPath, [PLATFORM, ...args, '--data', data], { cwd: ROOT, maxBuffer: 2 ** 26 })
  return {
    ...shell,
    platformUrl: platform.url,
    host,
    async posts(formId, since) {
      const which = ['--form', formId, '--since', since.toISOString()]
      const { stdout } = await command('forms', 'export', '--format', 'json', ...which)
      return JSON.parse(stdout) as readonly StoredPost[]
    },
    async changeForm(isChanged) {
      writeFormContent(seed, isChanged)
      await command('import', seed)
      // Until the shell has read the form again, it uses the old one.
      const asked = `${shell.url}/api/data/mfe-forms/form?provider=classic&formId=2005`
      const version = async () =>
        ((await (await fetch(asked)).json()) as { readonly contentVersionId?: string }).contentVersionId
      await expect.poll(version).toBe(isChanged ? '206' : '205')
    },
    async stop() {
      await host.stop()
      await shell.stop()
      await platform.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const captchaOf = (folder: string) => ({
  verifyUrl: `${folder}siteverify`,
  scriptUrl: `${folder}api.js`,
  scripts: [folder],
  frames: [],
})

interface FormFixtures {
  /** The posts of a form since the test began. */
  readonly stored: (formId: string) => Promise<readonly StoredPost[]>
}

/** Journeys that check their posts on the platform. The tests of one worker share one site. */
export const formTest = base.extend<FormFixtures, { formSite: FormSite }>({
  stored: async ({ formSite }, use) => {
    const since = new Date()
    await use((formId) => formSite.posts(formId, since))
  },
  formSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const site = await startFormSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ formSite }, use) => use(formSite.url),
})

import path from 'node:path'
import * as v from 'valibot'
import { RELEASE_KEY, RELEASES } from '../release/releases-folder.ts'
import { readAccountSettings, type AccountSettings } from './account-settings.ts'
import { webhookSecrets, type ContentWebhook } from './content-webhook.ts'
import type { StartOptions } from './options.ts'
import { readLimits } from './read-limits.ts'
import type { SeedAccess } from './seed-access.ts'
import { ensurePreviewSecret } from './preview-secret.ts'
import { readSiteFile, type SiteFile } from './site-file.ts'
import { UsageError } from './usage-error.ts'

/** The configuration of the shell process, as JSON in `TESSERA_CONFIG`. */
export interface ShellConfig {
  readonly port: number
  /** Address to listen on. */
  readonly host: string
  readonly platformUrl: string
  /** Address for sign-in and accounts; the embedded platform, and a single outside one, answers these too. */
  readonly cmsUrl: string
  readonly projectId: string
  readonly accessToken: string
  /** Access token for drafts; absent when there is none. */
  readonly previewAccessToken?: string
  /** Preview settings from the site's file, and the secret of preview links. */
  readonly preview: Readonly<Record<string, unknown>>
  /** Secrets that sign messages about changed content; none when the platform sends none. */
  readonly webhookSecrets: readonly string[]
  /** Number of shell processes; absent when the supervisor decides. */
  readonly processes?: number
  readonly publicUrl: string
  readonly dataDir: string
  readonly releasesDir: string
  /** Public half of the key that signs this checkout's releases. */
  readonly releaseKeyFile: string
  readonly alias: string
  /** Names, contact and links of the site's frame, if the site has a configuration file. */
  readonly site: SiteFile
  readonly accounts: AccountSettings['accounts']
  readonly trustedProxies: readonly string[]
  readonly limits: Readonly<Record<string, number>>
  /** From TESSERA_METRICS_PORT: a port of this machine for the site's metrics. */
  readonly metrics?: { readonly port: number }
  /** From TESSERA_CAPTCHA_SECRET, or that of the fake captcha; absent when this site verifies no captchas. */
  readonly captchaSecret?: string
  /** Secrets by origin for other sites that show forms with a captcha: from TESSERA_CAPTCHA_SECRETS, as JSON, or those of the fake captcha. */
  readonly captchaSecrets?: Readonly<Record<string, string>>
}

/** Where a site listens unless HOST is set: on this machine only. */
const LOCAL_HOST = 'localhost'

/** The configuration of the shell for a run. `platformUrl` is the platform's actual address. */
export function toShellConfig(
  options: StartOptions,
  port: number,
  platformUrl: string,
  access: SeedAccess,
  webhook: ContentWebhook | null,
): ShellConfig {
  const { preview, ...site } = readSiteFile(access.alias) ?? {}
  const previewAccessToken = options.previewToken ?? access.previewAccessToken
  return {
    port,
    host: process.env.HOST ?? LOCAL_HOST,
    platformUrl,
    cmsUrl: platformUrl,
    projectId: options.projectId ?? access.projectId,
    accessToken: options.accessToken ?? access.accessToken,
    ...(previewAccessToken && { previewAccessToken }),
    preview: { ...(preview as object | undefined), secrets: [ensurePreviewSecret(options.dataDir)] },
    webhookSecrets: webhookSecrets(webhook, process.env),
    ...(options.processes !== null && { processes: options.processes }),
    publicUrl: options.publicUrl ?? `http://localhost:${port}`,
    dataDir: path.join(options.dataDir, 'shell'),
    releasesDir: RELEASES,
    releaseKeyFile: `${RELEASE_KEY}.pub`,
    alias: access.alias,
    ...readAccountSettings(process.env, access.client),
    limits: readLimits(process.env),
    ...(process.env.TESSERA_METRICS_PORT && { metrics: { port: Number(process.env.TESSERA_METRICS_PORT) } }),
    ...captchaOf(site, options.outside === null ? platformUrl : null, process.env),
  }
}

/** The path of the embedded platform's fake captcha, and its published secret: each of its keys has one. */
const FAKE_CAPTCHA_PATH = '/api/platform/captcha/'
const FAKE_CAPTCHA_SECRET = 'demo-secret'
const secretOf = (siteKey: string): string => siteKey.replace('demo-site-key', FAKE_CAPTCHA_SECRET)

/** The site with its captcha: its own, or on the embedded platform the fake captcha, so that forms with a captcha work without a network. */
export function captchaOf(
  site: SiteFile,
  embeddedUrl: string | null,
  environment: NodeJS.ProcessEnv,
): Pick<ShellConfig, 'captchaSecret' | 'captchaSecrets' | 'site'> {
  const { TESSERA_CAPTCHA_SECRET: secret } = environment
  const secrets = readCaptchaSecrets(environment)
  const forms = (site['forms'] ?? {}) as SiteFile
  const { origins, ...own } = (forms['captcha'] ?? {}) as SiteFile & { readonly origins?: OwnKeys }
  if (secret || secrets || Object.keys(own).length > 0 || embeddedUrl === null)
    return { site, ...(secret && { captchaSecret: secret }), ...(secrets && { captchaSecrets: secrets }) }
  const folder = `${embeddedUrl}${FAKE_CAPTCHA_PATH}`
  const captcha = {
    verifyUrl: `${folder}siteverify`,
    scriptUrl: `${folder}api.js`,
    scripts: [folder],
    frames: [],
    ...(origins && { origins }),
  }
  return {
    site: { ...site, forms: { ...forms, captcha } },
    captchaSecret: FAKE_CAPTCHA_SECRET,
    ...(origins && {
      captchaSecrets: Object.fromEntries(
        Object.entries(origins).map(([origin, { siteKey }]) => [origin, secretOf(siteKey)]),
      ),
    }),
  }
}

type OwnKeys = Readonly<Record<string, { readonly siteKey: string }>>

const Secrets = v.record(v.string(), v.string())

/** Undefined when the variable is not set. @throws UsageError when it is no object of texts, without repeating its content */
function readCaptchaSecrets({
  TESSERA_CAPTCHA_SECRETS: text,
}: NodeJS.ProcessEnv): ShellConfig['captchaSecrets'] {
  if (!text?.trim()) return undefined
  try {
    return v.parse(Secrets, JSON.parse(text))
  } catch {
    throw new UsageError(
      'TESSERA_CAPTCHA_SECRETS must be an object of secrets by origin, such as {"https://www.example.org":"…"}.',
    )
  }
}

/** Alias of an outside platform: the NAME in `cms-NAME.…`, as Contensis hosts are called, else its first label. */
export function aliasOf(platformUrl: string): string {
  const [label = 'site'] = new URL(platformUrl).hostname.split('.')
  return label.replace(/^(cms|api|preview)-/, '')
}

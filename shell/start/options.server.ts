import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { AccountOptionsSchema, SessionOptionsSchema } from '../features/identity/options.ts'
import { PreviewSchema } from '../features/preview/options.ts'
import { ProxyLimitsSchema } from '../features/proxy/upstream.server.ts'
import { SITE_BASICS } from '../features/site/options.ts'
import { RELEASE_POLL_MS } from '../releases/release-store.server.ts'

const Links = v.array(v.object({ label: v.string(), path: v.string() }))

const OptionsSchema = v.strictObject({
  port: v.number(),
  host: v.optional(v.string(), 'localhost'),
  platformUrl: v.string(),
  cmsUrl: v.optional(v.string()),
  projectId: v.string(),
  /** Without it the site's configuration is refused. */
  accessToken: v.optional(v.string(), ''),
  /** Reads drafts; without it nobody sees any. May be the same token, where the platform gives only one. */
  previewAccessToken: v.optional(v.string()),
  preview: v.optional(PreviewSchema, {}),
  sessions: v.optional(SessionOptionsSchema, {}),
  accounts: v.optional(AccountOptionsSchema, {}),
  /** Proxies whose `X-Forwarded-For` is trusted: rate limits count the address in it. */
  trustedProxies: v.optional(v.array(v.string()), []),
  /** Secrets that the platform signs its messages about changed content with; with one it is expected to send them. */
  webhookSecrets: v.optional(v.array(v.pipe(v.string(), v.minLength(16))), []),
  /** Where to send `PURGEKEYS`: the addresses of caches in front that understand it. */
  purgeUrls: v.optional(v.array(v.pipe(v.string(), v.url())), []),
  /** Shell processes that a supervisor runs; without it one for each core but one, and at least two. */
  processes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(128))),
  publicUrl: v.string(),
  /** Host names besides the public address's own. */
  allowedHosts: v.optional(v.array(v.string()), ['localhost', '127.0.0.1', '[::1]']),
  alias: v.optional(v.string(), 'local'),
  buildNo: v.optional(v.string()),
  dataDir: v.string(),
  /** Folder or address of the release store. */
  releasesDir: v.string(),
  /** Public key that releases must be signed with. */
  releaseKeyFile: v.string(),
  /** Shared with the release agent: without it nothing can be changed on the version page. */
  releaseRequestKey: v.optional(v.pipe(v.string(), v.minLength(32))),
  pollMs: v.optional(v.number(), RELEASE_POLL_MS),
  /** How long to keep serving after the signal to end, so that a balancer notices. */
  drainMs: v.optional(v.number(), 0),
  /** Longest warm-up before the shell is ready, in milliseconds; 0 for none. */
  warmUpMs: v.optional(v.pipe(v.number(), v.minValue(0)), 1_000),
  logLevel: v.optional(v.string(), 'info'),
  /** What the site's frame says; without it the project's name and nothing else. */
  site: v.optional(
    v.strictObject({
      siteName: v.optional(v.record(v.string(), v.string())),
      contact: v.optional(
        v.object({
          telephone: v.optional(v.string()),
          email: v.optional(v.string()),
          /** Its lines: in every language the same ones, or those of each language. */
          address: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.array(v.string()))])),
        }),
      ),
      footerLinks: v.optional(v.record(v.string(), Links), {}),
      /** Whether documents carry their state. */
      inlineState: v.optional(v.boolean()),
      /** Whether visitors sign in by another party, whose session ends with theirs. */
      federatedSignIn: v.optional(v.boolean()),
      /** Groups, by id or name, whose members see what is running. */
      staffGroups: v.optional(v.array(v.string())),
      /** Those of them who may change what is live from the version page. */
      releaseGroups: v.optional(v.array(v.string())),
      /** Cookies that calls in a visitor's own name carry. */
      platformCookies: v.optional(v.array(v.string())),
      /** The platform's web servers, for the version page. */
      servers: v.optional(v.object({ iis: v.optional(v.string()), iisPreview: v.optional(v.string()) })),
      /** Rules of forms: shared/config/form-rules.ts. */
      forms: v.optional(v.record(v.string(), v.unknown())),
      /** Origins of other sites whose pages may embed this one's forms. */
      embedOrigins: v.optional(v.array(v.string())),
      /** Whether staff may show themselves a remote from a machine of their own: shared/config/site-config.ts. */
      overrides: v.optional(v.record(v.string(), v.unknown())),
      ...SITE_BASICS,
    }),
  ),
  /** Proves to a verifier of captchas whose forms they stand on: `site.forms.captcha`. */
  captchaSecret: v.optional(v.string()),
  /** The same for other sites whose pages show forms, by origin: `site.forms.captcha.origins`. */
  captchaSecrets: v.optional(v.record(v.string(), v.string())),
  /** Limits on work with the platform: shared/config/limits.ts. */
  limits: v.optional(v.record(v.string(), v.number()), {}),
  /** Addresses in one file of the sitemap, if fewer than the 50,000 that there may be. */
  sitemapUrls: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50_000))),
  /** Bounds of what is handed on from the platform: shell/features/proxy/upstream.server.ts. */
  proxyLimits: v.optional(ProxyLimitsSchema, {}),
})

/** What a shell process is told when it starts: TESSERA_CONFIG. */
export type ShellOptions = v.InferOutput<typeof OptionsSchema>

/** Read TESSERA_CONFIG: JSON, or the path of a JSON file. @throws Error with one line that names every problem. */
export function readOptions(source: string | undefined): ShellOptions {
  if (!source) throw new Error('TESSERA_CONFIG is not set; `npm start` sets it')
  const text = source.trimStart().startsWith('{') ? source : readFileSync(path.resolve(source), 'utf8')
  const result = v.safeParse(OptionsSchema, JSON.parse(text))
  if (result.success) return result.output
  throw new Error(
    `TESSERA_CONFIG: ${result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${problemOf(issue)}`).join('; ')}`,
  )
}

/** A name that is not known is most likely misspelt: a site would run without what it asks for. */
const problemOf = ({ type, expected, message }: v.BaseIssue<unknown>): string =>
  type === 'strict_object' && expected === 'never' ? 'is no option' : message

import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { AccountOptionsSchema, SessionOptionsSchema } from '../features/identity/options.ts'
import { PreviewSchema } from '../features/preview/options.ts'
import { ProxyLimitsSchema } from '../features/proxy/upstream.server.ts'
import { SITE_BASICS } from '../features/site/options.ts'
import { RELEASE_POLL_MS } from '../releases/release-store.server.ts'

/** Fewer milliseconds between two polls would keep the release store busy without a benefit. */
const MIN_POLL_MS = 50
/** A process ends itself 25 s after the signal to end, so requests in progress need the rest of that time. */
const MAX_DRAIN_MS = 20_000

const filled = v.pipe(v.string(), v.nonEmpty('must not be empty'))

/** 0 is any free port. */
const Port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535))

const Links = v.array(v.strictObject({ label: v.string(), path: v.string() }))

const OptionsSchema = v.strictObject({
  port: Port,
  host: v.optional(filled, 'localhost'),
  platformUrl: v.string(),
  cmsUrl: v.optional(v.string()),
  projectId: v.string(),
  /** Access token for published content; without it the site's configuration is refused. */
  accessToken: v.optional(v.string(), ''),
  /** Access token for drafts; without it no visitor sees drafts. May be the same token if the platform provides only one. */
  previewAccessToken: v.optional(v.string()),
  preview: v.optional(PreviewSchema, {}),
  sessions: v.optional(SessionOptionsSchema, {}),
  accounts: v.optional(AccountOptionsSchema, {}),
  /** Proxies whose `X-Forwarded-For` is trusted: rate limits count the address in it. */
  trustedProxies: v.optional(v.array(v.string()), []),
  /** Secrets with which the platform signs its webhook messages; if there is one, the shell expects such messages. */
  webhookSecrets: v.optional(v.array(v.pipe(v.string(), v.minLength(16))), []),
  /** URLs of caches in front that support `PURGEKEYS` requests. */
  purgeUrls: v.optional(v.array(v.pipe(v.string(), v.url())), []),
  /** Number of shell processes that a supervisor runs; by default the number of cores minus one, but at least two. */
  processes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(128))),
  publicUrl: v.string(),
  /** Accepted host names besides that of the public URL. */
  allowedHosts: v.optional(v.array(v.string()), ['localhost', '127.0.0.1', '[::1]']),
  /** Name of the site in surrogate keys, which are separated by spaces, and in a shared store. */
  alias: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be letters, digits, and . : _ -')),
    'local',
  ),
  buildNo: v.optional(v.string()),
  dataDir: filled,
  /** Folder or URL of the release store. */
  releasesDir: filled,
  /** Public key that releases must be signed with. */
  releaseKeyFile: filled,
  /** Key shared with the release agent; without it the version page offers no changes. */
  releaseRequestKey: v.optional(v.pipe(v.string(), v.minLength(32))),
  pollMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(MIN_POLL_MS)), RELEASE_POLL_MS),
  /** How long to keep serving after the signal to end, in milliseconds, so that load balancers notice: deploy/README.md. */
  drainMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DRAIN_MS)), 0),
  /** Longest warm-up before the shell is ready, in milliseconds; 0 for none. */
  warmUpMs: v.optional(v.pipe(v.number(), v.minValue(0)), 1_000),
  logLevel: v.optional(v.string(), 'info'),
  /** Where metrics are served, for Prometheus; without it they are not taken. Not an address that visitors reach. */
  metrics: v.optional(
    v.strictObject({
      port: Port,
      host: v.optional(filled, '127.0.0.1'),
    }),
  ),
  /** The site's own configuration; without it the page frame shows only the project's name. */
  site: v.optional(
    v.strictObject({
      siteName: v.optional(v.record(v.string(), v.string())),
      contact: v.optional(
        v.strictObject({
          telephone: v.optional(v.string()),
          email: v.optional(v.string()),
          /** Lines of the address: the same in all languages, or by language. */
          address: v.optional(v.union([v.array(v.string()), v.record(v.string(), v.array(v.string()))])),
        }),
      ),
      footerLinks: v.optional(v.record(v.string(), Links), {}),
      /** Whether documents contain their state. */
      inlineState: v.optional(v.boolean()),
      /** Whether visitors sign in through another identity provider, whose session ends with theirs. */
      federatedSignIn: v.optional(v.boolean()),
      /** Staff groups, by id or name, whose members may see what is running. */
      staffGroups: v.optional(v.array(v.string())),
      /** Groups of staff who may also change live releases on the version page. */
      releaseGroups: v.optional(v.array(v.string())),
      /** Names of cookies that are sent with calls on behalf of a visitor. */
      platformCookies: v.optional(v.array(v.string())),
      /** The platform's web servers, for the version page. */
      servers: v.optional(
        v.strictObject({ iis: v.optional(v.string()), iisPreview: v.optional(v.string()) }),
      ),
      /** Rules of forms: shared/config/form-rules.ts. */
      forms: v.optional(v.record(v.string(), v.unknown())),
      /** Origins of other sites whose pages may embed this site's forms. */
      embedOrigins: v.optional(v.array(v.string())),
      /** Whether staff may load a remote from their own machine: shared/config/site-config.ts. */
      overrides: v.optional(v.record(v.string(), v.unknown())),
      ...SITE_BASICS,
    }),
  ),
  /** Secret for the captcha verifier: `site.forms.captcha`. */
  captchaSecret: v.optional(v.string()),
  /** The same for other sites whose pages show forms, by origin: `site.forms.captcha.origins`. */
  captchaSecrets: v.optional(v.record(v.string(), v.string())),
  /** Limits on work with the platform: shared/config/limits.ts. */
  limits: v.optional(v.record(v.string(), v.number()), {}),
  /** Greatest number of URLs in one sitemap file, if less than 50,000. */
  sitemapUrls: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50_000))),
  /** Limits of files and answers proxied from the platform: shell/features/proxy/upstream.server.ts. */
  proxyLimits: v.optional(ProxyLimitsSchema, {}),
})

/** The options of a shell process, from TESSERA_CONFIG. */
export type ShellOptions = v.InferOutput<typeof OptionsSchema>

/** Read TESSERA_CONFIG: JSON, or the path of a JSON file. @throws Error with one line that names every problem. */
export function readOptions(source: string | undefined): ShellOptions {
  if (!source) throw new Error('TESSERA_CONFIG is not set; `npm start` sets it')
  const result = v.safeParse(OptionsSchema, readJson(source))
  if (result.success) return result.output
  throw new Error(
    `TESSERA_CONFIG: ${result.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${problemOf(issue)}`).join('; ')}`,
  )
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(
      source.trimStart().startsWith('{') ? source : readFileSync(path.resolve(source), 'utf8'),
    )
  } catch (error) {
    // The parser's message may quote a secret.
    const problem = error instanceof SyntaxError ? 'is not valid JSON' : (error as Error).message
    throw new Error(`TESSERA_CONFIG: ${problem}`)
  }
}

/** The text of a problem. Unknown options are refused, because they are probably misspelt and would have no effect. */
const problemOf = ({ type, expected, message }: v.BaseIssue<unknown>): string =>
  type === 'strict_object' && expected === 'never' ? 'is no option' : message

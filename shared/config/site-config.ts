import * as v from 'valibot'
import { DEFAULT_LANGUAGE } from '../content/index.ts'
import { host, origin } from './addresses.ts'
import {
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  REVERSE_PROXY_PATHS,
  STAFF_GROUPS,
  TRAILING_SLASH_STATUS,
} from './constants.ts'
import { configError } from './errors.ts'
import { captchaContradictions, FormRulesSchema, type FormRules } from './form-rules.ts'
import { LimitsSchema, type Limits } from './limits.ts'
import { OverrideRulesSchema, type OverrideRules } from './override-rules.ts'

/** A project of the content platform and the address of the site that shows it. */
export interface Project {
  readonly id: string
  readonly publicUrl: string
}

/** Values that never leave the server. */
export interface SiteSecrets {
  /** Reads published content. */
  readonly accessToken: string
  /** Reads drafts; the same as `accessToken` where the platform gives only one. */
  readonly previewAccessToken: string
  /** This site's secret key for the captcha provider's verification API. */
  readonly captchaSecret?: string
  /** The same for the keys of `forms.captcha.origins`, by origin. */
  readonly captchaSecrets: Readonly<Record<string, string>>
}

/** The cookies that calls may carry. The refresh token is not among them: only the token endpoint may get it. */
const PLATFORM_COOKIES = [BEARER_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE] as const
type PlatformCookie = (typeof PLATFORM_COOKIES)[number]

/** One site. Addresses have no trailing slash; the first project is the site's own. */
export interface SiteConfig {
  readonly projects: readonly [Project, ...Project[]]
  /** Origins of the platform: the delivery API, and the content system. */
  readonly platform: { readonly apiUrl: string; readonly cmsUrl: string }
  /** The platform's web servers, only for display on the version page; defaults: the content system's, and null for previews. */
  readonly servers: { readonly iis: string; readonly iisPreview: string | null }
  readonly secrets: SiteSecrets
  readonly languages: { readonly primary: string; readonly supported: readonly string[] }
  /** Origin of this site. Absolute URLs are built from it, never from a request's Host header. */
  readonly publicUrl: string
  /** Allowed values of a request's Host header; with the port where it is not the scheme's default. */
  readonly allowedHosts: readonly string[]
  /** Name of the site by language; every supported language has one. */
  readonly siteName: Readonly<Record<string, string>>
  /** Name of the platform's environment. */
  readonly alias: string
  readonly reverseProxyPaths: readonly string[]
  /** Whether browsers may read published content through this site, at `/api/delivery/*`. */
  readonly deliveryProxy: boolean
  /** Whether documents contain their state inline; otherwise the browser fetches it. */
  readonly inlineState: boolean
  /** Whether visitors sign in with an external identity provider through the content system: signing out then ends that session too. */
  readonly federatedSignIn: boolean
  /** Cookies that calls with a visitor's own credentials carry, besides their token. Source: specification 7; docs/decisions/0036. */
  readonly platformCookies: readonly PlatformCookie[]
  /** Groups, by id or name, whose members may see the version page and preview drafts. */
  readonly staffGroups: readonly string[]
  /** Groups whose members, if they are staff, may change the live releases on the version page. */
  readonly releaseGroups: readonly string[]
  readonly trailingSlashStatus: 301 | 302
  readonly limits: Limits
  readonly forms: FormRules
  /** Origins of other sites whose pages may embed this one's forms; each is compared exactly. */
  readonly embedOrigins: readonly string[]
  readonly overrides: OverrideRules
}

const text = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'))

/** Whether a URL is relative, and so could only be resolved against a page. */
const isRelative = (value: string): boolean => /^\.{0,2}\//.test(value)

// Source of both: specification 8, Client configuration.
const RELATIVE_URL = 'You cannot specify a relative root url if not in a browser context.'
const NO_ACCESS_TOKEN = 'Client type none requires an accessToken.'

const rootUrl = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.check((value) => !isRelative(value), RELATIVE_URL),
  origin,
)

const language = v.pipe(text, v.check(isLanguageCode, 'must be a language code such as en-GB'))
const proxyPath = v.pipe(text, v.regex(/^(\/[\w-]+)+\/\*$/, 'must be a path that ends in /*'))
const projectId = v.pipe(text, v.regex(/^[\w-]+$/, 'must be letters, digits, - and _'))

const project = v.strictObject({ id: projectId, publicUrl: origin })

const ConfigSchema = v.strictObject({
  projects: v.tupleWithRest([project], project, 'must be a list'),
  platform: v.strictObject({ apiUrl: rootUrl, cmsUrl: v.optional(rootUrl) }),
  servers: v.optional(v.strictObject({ iis: v.optional(origin), iisPreview: v.optional(origin) }), {}),
  accessToken: v.pipe(v.string('must be text'), v.trim(), v.nonEmpty(NO_ACCESS_TOKEN)),
  previewAccessToken: v.optional(text),
  captchaSecret: v.optional(text),
  captchaSecrets: v.optional(v.record(origin, text), {}),
  languages: v.optional(
    v.strictObject({
      primary: v.optional(language, DEFAULT_LANGUAGE),
      supported: v.optional(v.array(language)),
    }),
    {},
  ),
  publicUrl: v.optional(origin),
  allowedHosts: v.optional(v.array(host, 'must be a list'), []),
  siteName: v.record(v.string(), text, 'must give a name by language'),
  alias: v.optional(text, 'local'),
  reverseProxyPaths: v.optional(v.array(proxyPath), [...REVERSE_PROXY_PATHS]),
  deliveryProxy: v.optional(v.boolean('must be true or false'), false),
  inlineState: v.optional(v.boolean('must be true or false'), true),
  federatedSignIn: v.optional(v.boolean('must be true or false'), false),
  platformCookies: v.optional(
    v.array(v.picklist(PLATFORM_COOKIES, `must be ${PLATFORM_COOKIES.join(' or ')}`), 'must be a list'),
    [],
  ),
  staffGroups: v.optional(v.array(text, 'must be a list'), [...STAFF_GROUPS]),
  releaseGroups: v.optional(v.array(text, 'must be a list'), []),
  trailingSlashStatus: v.optional(v.picklist([301, 302], 'must be 301 or 302'), TRAILING_SLASH_STATUS),
  limits: v.optional(LimitsSchema, {}),
  forms: v.optional(FormRulesSchema, {}),
  embedOrigins: v.optional(v.array(origin, 'must be a list'), []),
  overrides: v.optional(OverrideRulesSchema, {}),
})

/** A site's configuration as its owner writes it: everything that has a default may be left out. */
export type SiteConfigInput = v.InferInput<typeof ConfigSchema>

/**
 * Read a site configuration.
 * @throws AppError config/invalid naming every problem at once in `message` and `details.problems`; without values, since one may be a
 * secret
 */
export function readSiteConfig(input: unknown): SiteConfig {
  const result = v.safeParse(ConfigSchema, input)
  if (!result.success) throw invalid(result.issues.map(describe))
  const config = withDefaults(result.output)
  const problems = contradictions(config)
  if (problems.length > 0) throw invalid(problems)
  return config
}

function withDefaults(read: v.InferOutput<typeof ConfigSchema>): SiteConfig {
  const { accessToken, previewAccessToken = accessToken, captchaSecret, captchaSecrets, ...open } = read
  const { languages, platform, servers, ...rest } = open
  const cmsUrl = platform.cmsUrl ?? platform.apiUrl
  const publicUrl = read.publicUrl ?? read.projects[0].publicUrl
  return {
    ...rest,
    platform: { apiUrl: platform.apiUrl, cmsUrl },
    servers: { iis: servers.iis ?? cmsUrl, iisPreview: servers.iisPreview ?? null },
    secrets: {
      accessToken,
      previewAccessToken,
      ...(captchaSecret !== undefined && { captchaSecret }),
      captchaSecrets,
    },
    languages: { primary: languages.primary, supported: languages.supported ?? [languages.primary] },
    publicUrl,
    allowedHosts: [...new Set([new URL(publicUrl).host, ...read.allowedHosts])],
  }
}

function contradictions(config: SiteConfig): readonly string[] {
  const { languages, siteName, projects, forms, secrets } = config
  const ids = projects.map(({ id }) => id)
  return [
    ...(languages.supported.includes(languages.primary)
      ? []
      : ['languages.supported must contain languages.primary']),
    ...languages.supported
      .filter((code) => !Object.hasOwn(siteName, code))
      .map((code) => `siteName.${code} must be given`),
    ...(new Set(ids).size === ids.length ? [] : ['projects must not name one project twice']),
    ...(forms.captcha.verifyUrl !== undefined && secrets.captchaSecret === undefined
      ? ['captchaSecret must be given where forms.captcha.verifyUrl is']
      : []),
    ...(isAllowed(forms.captcha)
      ? []
      : ['forms.captcha.scriptUrl must be below one of forms.captcha.scripts']),
    ...captchaContradictions(config),
    ...(forms.scan && (forms.scan.command === undefined) === (forms.scan.url === undefined)
      ? ['forms.scan must have either a command or a url']
      : []),
  ]
}

/** Whether a code begins with a language of two or three letters, and `Intl` accepts it. */
function isLanguageCode(code: string): boolean {
  try {
    return /^[a-z]{2,3}\b/.test(code) && Intl.getCanonicalLocales(code).length === 1
  } catch {
    return false
  }
}

const isAllowed = ({ scriptUrl, scripts }: FormRules['captcha']): boolean =>
  scripts.some((source) => scriptUrl === source || scriptUrl.startsWith(source.replace(/\/?$/, '/')))

const invalid = (problems: readonly string[]) =>
  configError('config/invalid', {
    message: `The site configuration has problems: ${problems.join('; ')}.`,
    details: { problems },
  })

function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? 'the configuration'
  if (issue.type === 'strict_object' && issue.expected === 'never') return `${path} is not an option`
  if (issue.received === 'undefined')
    return path === 'accessToken' ? NO_ACCESS_TOKEN : `${path} must be given`
  // Messages that the specification words are whole sentences.
  return issue.message.endsWith('.') ? `${path}: ${issue.message}` : `${path} ${issue.message}`
}

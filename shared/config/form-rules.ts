import * as v from 'valibot'
import { MEGABYTE, whole } from './limits.ts'

const text = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'))
const address = v.pipe(text, v.check(isHttpAddress, 'must be an http or https address without credentials'))
const origin = v.pipe(
  address,
  v.check((value) => URL.parse(value)?.pathname === '/', 'must be an origin, without a path'),
  v.transform((value) => new URL(value).origin),
)
/** A source in a directive of the Content-Security-Policy: an https origin or a folder of one; http only for this machine. */
const source = v.pipe(
  text,
  v.regex(
    /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)(\/[\w./-]*)?$/i,
    'must be an https address without query',
  ),
)
const sources = v.optional(v.array(source, 'must be a list'), [])

function isHttpAddress(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** Another site to which an author may have a form's answers posted as well. */
const CustomPostHost = v.strictObject({
  origin,
  /** Whether its IP address may be in a private network, e.g. for a partner's system next to this one. */
  isPrivate: v.optional(v.boolean('must be true or false'), false),
})

const Uploads = v.strictObject({
  /** Largest file, in bytes. */
  maxBytes: v.optional(whole(1, 2_048 * MEGABYTE), 10 * MEGABYTE),
  /** Most files in one submission. */
  maxFiles: v.optional(whole(1, 50), 10),
  /** An upload is aborted when for this long the browser sends nothing, or the platform takes nothing. */
  stallMs: v.optional(whole(50, 600_000), 30_000),
  /** How long a file that was uploaded without JavaScript is kept until its form is submitted. */
  keptMs: v.optional(whole(1_000, 86_400_000), 3_600_000),
  /** Most bytes of all kept files together. */
  keptBytes: v.optional(whole(1, 100_000 * MEGABYTE), 1_024 * MEGABYTE),
})

/** Scans files for malware: with a program that reads the file and answers by its exit status, or at a URL that it is posted to. */
const Scan = v.strictObject({
  /** Program and arguments; the file is its standard input. Exit status 0 is clean, 1 infected, everything else unknown. */
  command: v.optional(v.pipe(v.array(text, 'must be a list'), v.minLength(1, 'must name a program'))),
  /** Answers `{"verdict": "clean" | "infected" | "unknown"}`, or 202 with the `location` to poll. */
  url: v.optional(address),
  timeoutMs: v.optional(whole(50, 600_000), 20_000),
  pollMs: v.optional(whole(10, 60_000), 500),
  /** Whether a file that could not be scanned is refused or accepted. */
  onUnknown: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept'), 'refuse'),
})

/** The sources that a Content-Security-Policy must allow for reCAPTCHA, by its documentation. */
const RECAPTCHA = {
  script: 'https://www.google.com/recaptcha/api.js',
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}

/** The captcha of forms whose authors ask for one: reCAPTCHA unless configured otherwise. */
const Captcha = v.strictObject({
  /** URL at which this site verifies tokens: it posts `secret`, `response` and `remoteip`. Without it the tokens go to the platform. */
  verifyUrl: v.optional(address),
  /** Checked if the captcha's provider answers them: the action, the host name that it was solved on, and the least score. */
  action: v.optional(text),
  hostnames: v.optional(v.array(v.pipe(text, v.toLowerCase()), 'must be a list'), []),
  minScore: v.optional(v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(1))),
  timeoutMs: v.optional(whole(50, 60_000), 5_000),
  /** Whether a form is refused or accepted when its captcha could not be verified. */
  onTimeout: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept'), 'refuse'),
  /** The same for forms posted without JavaScript, which every captcha needs; the honeypot and the rate limits apply to them anyway. */
  withoutScript: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept'), 'accept'),
  /** Script of the widget: reCAPTCHA's, or one with the same API (hCaptcha; Turnstile with `?compat=recaptcha`). */
  scriptUrl: v.optional(address, RECAPTCHA.script),
  /** Sources that pages with a captcha may load from in addition; no other page may. */
  scripts: v.optional(v.array(source, 'must be a list'), RECAPTCHA.scripts),
  frames: v.optional(v.array(source, 'must be a list'), RECAPTCHA.frames),
  connects: sources,
  /** Names of the Trusted Types policies that its script creates. */
  trustedTypes: v.optional(v.array(v.pipe(text, v.regex(/^[\w#=/@.%-]+$/)), 'must be a list'), []),
  /** Site keys by origin, for sites that embed forms. On an origin without one, a form with a captcha is filled in on this site. */
  origins: v.optional(v.record(origin, v.strictObject({ siteKey: text })), {}),
})

/** Paths at which the content system serves form maps and takes files. Source: specification 7, Form calls 1 and 4. */
const MAP_PATH = '/REST/Contensis/content/GetFormSettings'
const UPLOAD_PATH = '/REST/UI/FormsModule/UploadFile'
const path = v.pipe(
  text,
  v.regex(/^(\/\w[\w.-]*)+$/, 'must be a path that begins with / and does not end in it'),
)

/** Rules of forms, with their default values. */
export const FormRulesSchema = v.strictObject({
  /** Paths of the calls for a form map and for a file, on the content system's host. */
  mapPath: v.optional(path, MAP_PATH),
  uploadPath: v.optional(path, UPLOAD_PATH),
  /** How long the platform may take to answer a form's definition, and to store a post. */
  loadMs: v.optional(whole(50, 120_000), 15_000),
  postMs: v.optional(whole(50, 600_000), 60_000),
  /** Largest post, in bytes, without its files. */
  maxPostBytes: v.optional(whole(1_024, 16 * MEGABYTE), 512 * 1024),
  customPostHosts: v.optional(v.array(CustomPostHost, 'must be a list'), []),
  uploads: v.optional(Uploads, {}),
  scan: v.optional(Scan),
  captcha: v.optional(Captcha, {}),
  /** Name of the honeypot field: people do not see it, bots fill it in. */
  trapField: v.optional(v.pipe(text, v.regex(/^[a-z][\w-]*$/i)), 'contact_me_by_fax'),
  /** A form that is submitted sooner than this after it was rendered is refused as a bot's; 0 turns the check off. */
  minFillMs: v.optional(whole(0, 600_000), 200),
  /** Form requests per minute and address; submissions of one form per hour, by one address and by all; 0 sets no limit. */
  requestsPerMinute: v.optional(whole(0, 1_000_000), 240),
  postsPerHour: v.optional(whole(0, 1_000_000), 60),
  postsPerHourOfAll: v.optional(whole(0, 10_000_000), 5_000),
})

/** Rules of forms: limits, uploads, captcha, and other sites that they may be posted to. */
export type FormRules = Readonly<v.InferOutput<typeof FormRulesSchema>>

/** The rules when a site sets none. */
export const DEFAULT_FORM_RULES: FormRules = v.parse(FormRulesSchema, {})

/**
 * Problems in the captcha settings of other sites' origins; empty when there are none. Each origin needs a key and a secret of its
 * own: a token that was solved with a shared key would not prove on which site that was.
 */
export function captchaContradictions({
  forms,
  secrets,
  embedOrigins,
  publicUrl,
}: {
  readonly forms: FormRules
  readonly secrets: {
    readonly captchaSecret?: string
    readonly captchaSecrets: Readonly<Record<string, string>>
  }
  readonly embedOrigins: readonly string[]
  readonly publicUrl: string
}): readonly string[] {
  const { origins, verifyUrl } = forms.captcha
  const named = Object.keys(origins)
  const [keys, all] = [
    named.map((name) => origins[name]?.siteKey),
    [secrets.captchaSecret, ...Object.values(secrets.captchaSecrets)],
  ]
  const at = (name: string) => `forms.captcha.origins.${name}`
  return [
    ...named
      .filter((name) => !embedOrigins.includes(name) || name === publicUrl)
      .map((name) => `${at(name)} must be another site, and one of embedOrigins`),
    ...named
      .filter((name) => !Object.hasOwn(secrets.captchaSecrets, name))
      .map((name) => `captchaSecrets.${name} must be given where ${at(name)} is`),
    ...(named.length > 0 && verifyUrl === undefined
      ? ['forms.captcha.verifyUrl must be given where forms.captcha.origins is']
      : []),
    ...(new Set(keys).size === keys.length && new Set(all).size === all.length
      ? []
      : [
          'forms.captcha.origins and captchaSecrets must have a key and a secret of its own for every origin',
        ]),
  ]
}

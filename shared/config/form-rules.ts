import * as v from 'valibot'

const MEGABYTE = 1024 * 1024

const whole = (least: number, most: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )
const text = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'))
const address = v.pipe(text, v.check(isHttpAddress, 'must be an http or https address without credentials'))
const origin = v.pipe(
  address,
  v.check((value) => URL.parse(value)?.pathname === '/', 'must be an origin, without a path'),
  v.transform((value) => new URL(value).origin),
)
/** What a directive of a content security policy may name: an https origin, or a folder of one; http for this machine alone. */
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

/** Another site that a form's answers may be posted to as well, because its author says so. */
const CustomPostHost = v.strictObject({
  origin,
  /** Whether its address may be one of a private network, e.g. a partner's system beside this one. */
  isPrivate: v.optional(v.boolean('must be true or false'), false),
})

const Uploads = v.strictObject({
  /** Largest file. */
  maxBytes: v.optional(whole(1, 2_048 * MEGABYTE), 10 * MEGABYTE),
  /** Files of one submission. */
  maxFiles: v.optional(whole(1, 50), 10),
  /** How long nothing may come of a file, or be taken by the platform, before it is given up. */
  stallMs: v.optional(whole(50, 600_000), 30_000),
  /** How long a file that was sent without script waits for its form to be sent. */
  keptMs: v.optional(whole(1_000, 86_400_000), 3_600_000),
  /** Room for all files that wait. */
  keptBytes: v.optional(whole(1, 100_000 * MEGABYTE), 1_024 * MEGABYTE),
})

/** Looks into files for what does harm: a program that reads the file and says by its status, or an address it is posted to. */
const Scan = v.strictObject({
  /** Program and arguments; the file comes by its standard input. 0 is clean, 1 infected, everything else unknown. */
  command: v.optional(v.pipe(v.array(text, 'must be a list'), v.minLength(1, 'must name a program'))),
  /** Answers `{"verdict": "clean" | "infected" | "unknown"}`, or 202 with the `location` to ask again. */
  url: v.optional(address),
  timeoutMs: v.optional(whole(50, 600_000), 20_000),
  pollMs: v.optional(whole(10, 60_000), 500),
  /** What becomes of a file that nobody could look into. */
  onUnknown: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept'), 'refuse'),
})

/** What reCAPTCHA's own pages ask of a policy. */
const RECAPTCHA = {
  script: 'https://www.google.com/recaptcha/api.js',
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}

/** The captcha of forms whose authors want one: reCAPTCHA unless said otherwise. */
const Captcha = v.strictObject({
  /** Where this site verifies tokens, by a post of `secret`, `response` and `remoteip`; without it they go to the platform, which may. */
  verifyUrl: v.optional(address),
  /** For kinds that have them: what the page said it was solved for, where, and how sure is sure enough. */
  action: v.optional(text),
  hostnames: v.optional(v.array(v.pipe(text, v.toLowerCase()), 'must be a list'), []),
  minScore: v.optional(v.pipe(v.number('must be a number'), v.minValue(0), v.maxValue(1))),
  timeoutMs: v.optional(whole(50, 60_000), 5_000),
  /** What becomes of a form when nobody could say whether its captcha was solved. */
  onTimeout: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept'), 'refuse'),
  /** What becomes of its forms when they are posted without script, which no captcha works without; trap and limits hold for them. */
  withoutScript: v.optional(v.picklist(['refuse', 'accept'], 'must be refuse or accept'), 'accept'),
  /** Script of the widget: reCAPTCHA's, or one that speaks as it does (hCaptcha; Turnstile with `?compat=recaptcha`). */
  scriptUrl: v.optional(address, RECAPTCHA.script),
  /** What the pages of its forms may load besides; no other page may. */
  scripts: v.optional(v.array(source, 'must be a list'), RECAPTCHA.scripts),
  frames: v.optional(v.array(source, 'must be a list'), RECAPTCHA.frames),
  connects: sources,
  /** Names of the Trusted Types policies that its script makes. */
  trustedTypes: v.optional(v.array(v.pipe(text, v.regex(/^[\w#=/@.%-]+$/)), 'must be a list'), []),
  /** The keys of other sites whose pages show forms of this one, by origin; where one has none, forms with a captcha are filled in here. */
  origins: v.optional(v.record(origin, v.strictObject({ siteKey: text })), {}),
})

/** Where the content system tells of a form's fields. Source: specification 7, Form calls 1. */
const MAP_PATH = '/REST/Contensis/content/GetFormSettings'
const path = v.pipe(
  text,
  v.regex(/^(\/\w[\w.-]*)+$/, 'must be a path that begins with / and does not end in it'),
)

/** Rules of forms, with their start values. */
export const FormRulesSchema = v.strictObject({
  /** Where a form's map is asked for, on the content system's host. */
  mapPath: v.optional(path, MAP_PATH),
  /** How long the platform may take for a form's definition, and to keep a post. */
  loadMs: v.optional(whole(50, 120_000), 15_000),
  postMs: v.optional(whole(50, 600_000), 60_000),
  /** Largest post without its files. */
  maxPostBytes: v.optional(whole(1_024, 16 * MEGABYTE), 512 * 1024),
  customPostHosts: v.optional(v.array(CustomPostHost, 'must be a list'), []),
  uploads: v.optional(Uploads, {}),
  scan: v.optional(Scan),
  captcha: v.optional(Captcha, {}),
  /** Name of a field that people do not see and programs fill in. */
  trapField: v.optional(v.pipe(text, v.regex(/^[a-z][\w-]*$/i)), 'contact_me_by_fax'),
  /** Nobody fills in a form in less time than this; 0 asks for none. */
  minFillMs: v.optional(whole(0, 600_000), 200),
  /** Requests of one address about forms in a minute; submissions of one form by one address in an hour, and by all; 0 sets no limit. */
  requestsPerMinute: v.optional(whole(0, 1_000_000), 240),
  postsPerHour: v.optional(whole(0, 1_000_000), 60),
  postsPerHourOfAll: v.optional(whole(0, 10_000_000), 5_000),
})

/** Rules of forms: limits, uploads, captcha, and where else they may be posted to. */
export type FormRules = Readonly<v.InferOutput<typeof FormRulesSchema>>

/** The rules when a site sets none. */
export const DEFAULT_FORM_RULES: FormRules = v.parse(FormRulesSchema, {})

/** A key of another site proves something for that site alone: it has a secret of its own, which this site verifies with. */
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

import path from 'node:path'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import type { AppError, FormCaptcha, FormGate } from '@tessera/shared/contract'
import { raceDeadline, type PlatformClient } from '@tessera/shared/io'
import { gatewayError, requestError } from '../../errors.ts'
import type { CsrfGuard } from '../../http/csrf-guard.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import { isSameSite, plugin } from '../../http/server.server.ts'
import type { SessionReader } from '../../http/session.ts'
import { createRateLimit, formRules } from '../../http/rate-limit.server.ts'
import { errorFacts } from '../../http/request-log.server.ts'
import type { PageForms } from '../../page/page-forms.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { createVerifier, type VerifyCaptcha } from './captcha.server.ts'
import { createCustomPost } from './custom-post.server.ts'
import {
  createUploads,
  FILES_HEADER,
  GRANTS_IN_HEADER,
  grantsInCookies,
  type FileParts,
} from './form-files.server.ts'
import { createBotChecks, STAMP_FIELD } from './bot-checks.server.ts'
import { createFormPlatform } from './form-platform.server.ts'
import { languageOf } from './form-gateway.server.ts'
import { formPosts, type PostParts } from './form-posts.server.ts'
import { createNotices } from './notices.server.ts'
import { createSends } from './sends.server.ts'
import { createStoredFiles } from './stored-files.server.ts'
import { createOutbound, type Outbound } from './outbound.server.ts'
import { createPagePosts } from './page-posts.server.ts'
import { createScanner } from './scan-file.server.ts'

/** Forms of a site: what their pages need to render them, and the routes that they post to. */
export interface Forms {
  readonly forPages: PageForms
  readonly routes: FastifyPluginAsync
  /** The same for forms that are embedded in pages of other sites. */
  readonly forEmbeds: {
    /** The form gate for an embedding origin; null for a page of the site itself. */
    readonly gate: (origin: string | null) => FormGate
    readonly posts: (
      from: Pick<PostParts, 'admit' | 'languageOf'> & {
        /** Origin of the other site whose page sent the post; null for a page of the site itself. */
        readonly originOf: (request: FastifyRequest) => string | null
      },
    ) => FastifyPluginAsync
    /** Names of the headers that embedded forms send and read. */
    readonly headers: { readonly sent: readonly string[]; readonly read: readonly string[] }
  }
}

/** Interval at which expired files of unsent forms are deleted. */
const SWEEP_MS = 60_000
/**
 * Longest time for which the end of this process waits for notifications, from its beginning, and once its other parts have ended at least.
 */
const [LAST_NOTICES_MS, LEAST_NOTICES_MS] = [5_000, 1_000]

interface FormsOptions {
  readonly config: SiteConfig
  readonly dataDir: string
  readonly platformClient: PlatformClient
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly identity: {
    readonly guard: CsrfGuard
    readonly sealer: Sealer
    readonly sessions: SessionReader
  }
  readonly store: SharedStore
  readonly sanitise: (html: string) => string
  readonly log: Logger
  readonly contact: FormCaptcha['contact']
}

export function createForms(options: FormsOptions): Forms {
  const { config, store, log } = options
  const { sealer, sessions, guard } = options.identity
  const [outbound, toPublic] = [createOutbound(), createOutbound({ isPublicOnly: true })]
  const limit = createRateLimit(
    store,
    (error) => log.error({ err: error }, 'rate limit store failed; request allowed'),
    formRules(config.forms),
  )
  const botChecks = createBotChecks(config.forms, {
    sealer,
    limit,
    now: Date.now,
    captcha: { scriptUrl: config.forms.captcha.scriptUrl, contact: options.contact },
  })
  const files = { sealer, store, maxFiles: config.forms.uploads.maxFiles }
  const captchas = verifiersOf(options, outbound)
  const parts = {
    ...options,
    sessions,
    botChecks,
    sends: createSends(),
    platform: platformOf(options, outbound),
    customPost: createCustomPost(config.forms, {
      toPublic,
      toPrivate: outbound,
      store,
      onFailure: (to, reason) => log.warn({ to, ...errorFacts(reason) }, 'custom post not made'),
    }),
    onProblem: (problem) => log.error(errorFacts(problem), 'a form was accepted without its captcha'),
    verifyCaptcha: captchas(null),
    uploads: createUploads({ ...files, storage: grantsInCookies(config.publicUrl.startsWith('https:')) }),
    beginScan: createScanner(config.forms.scan, outbound),
  } satisfies FileParts
  const kept = keptFiles(options)
  const posts = createPagePosts({ ...parts, guard, sealer, store, files: kept, now: Date.now })
  return {
    forPages: { gate: botChecks.formGate, ...posts },
    forEmbeds: {
      gate: (origin) => withKeyOf(botChecks.formGate(undefined), origin, config),
      posts: ({ originOf, ...from }) => {
        const uploads = createUploads({ ...files, storage: GRANTS_IN_HEADER })
        const captchaOf = (request: FastifyRequest) => captchas(originOf(request))
        return formPosts({ ...parts, ...from, sessions: NOBODY, uploads, captchaOf })
      },
      headers: { sent: [STAMP_FIELD, FILES_HEADER], read: [FILES_HEADER] },
    },
    routes: async (app) => {
      await app.register(plugin('form-posts', formPosts({ ...parts, ...ownPages(config, captchas(null)) })))
      const sweeping = setInterval(() => {
        kept.sweep().catch((error: unknown) => log.warn({ err: error }, 'files of forms are not swept'))
      }, SWEEP_MS).unref()
      app.addHook('preClose', async () => [parts.sends, parts.platform].forEach((part) => part.beginEnd()))
      app.addHook('onClose', async () => {
        clearInterval(sweeping)
        await parts.sends.end().then(() => Promise.all([parts.platform.close(), toPublic.close()]))
      })
    },
  }
}

/** Files of posts that wait to be sent. */
const keptFiles = ({ config, dataDir, identity: { sealer } }: FormsOptions) =>
  createStoredFiles(config.forms.uploads, {
    folder: path.join(dataDir, 'form-files'),
    sealer,
    now: Date.now,
  })

/** The calls to the platform, of which a notification is made once for each post, whose connections end after the last of them. */
function platformOf({ config, store, log }: FormsOptions, outbound: Outbound) {
  const platform = createFormPlatform(config.platform.cmsUrl, config.forms, outbound)
  const notices = createNotices(platform.notify, {
    store,
    postMs: config.forms.postMs,
    keptMs: config.forms.uploads.keptMs,
    onFailure: (formPostId, error, isFinal) =>
      log[isFinal ? 'error' : 'warn'](
        { formPostId, isFinal, ...errorFacts(error) },
        isFinal
          ? 'form notification given up: its authors may not know of the post'
          : 'form notification failed; it is tried again',
      ),
    onLeftToOther: (formPostId) =>
      log.warn({ formPostId }, 'form notification left to another process, which had begun it'),
  })
  let endsAt = 0
  return {
    ...platform,
    notify: notices.notify,
    /** Makes the last attempts while requests in progress are finished. */
    beginEnd() {
      endsAt = performance.now() + LAST_NOTICES_MS
      void notices.close()
    },
    async close() {
      const leftMs = Math.max(LEAST_NOTICES_MS, endsAt - performance.now())
      await raceDeadline(leftMs, notices.close(), () => undefined)
      await outbound.close()
      // What was under way or waited has failed by that, and is logged; a store that does not answer is not waited for.
      await raceDeadline(LEAST_NOTICES_MS, notices.close(), () => undefined)
    },
  }
}

/** Posts from pages of other sites are anonymous, whatever cookies they carry. */
const NOBODY: SessionReader = { read: async () => null, failureOf: () => null }

/** How posts from the site's own pages are admitted and verified. */
const ownPages = (
  config: SiteConfig,
  verifyCaptcha: VerifyCaptcha | null,
): Pick<PostParts, 'admit' | 'captchaOf' | 'languageOf'> => ({
  captchaOf: () => verifyCaptcha,
  admit: async (request) => {
    if (!isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
  },
  languageOf: (request) => languageOf(request, config),
})

/** A gate with the captcha site key of an embedding origin; the gate as it is for an origin without one. */
function withKeyOf({ captcha, ...gate }: FormGate, origin: string | null, config: SiteConfig): FormGate {
  const own = config.forms.captcha.origins[origin ?? '']
  return captcha && own ? { ...gate, captcha: { ...captcha, siteKey: own.siteKey } } : gate
}

/** The verifier for embedding origins without a key: it refuses always, since a captcha solved on another page proves nothing there. */
const refuseCaptcha: VerifyCaptcha = async () => {
  throw gatewayError('gateway/captcha-unsolved')
}

/**
 * The captcha verifier of the site itself (origin null) and of each embedding origin; null where the platform verifies captchas.
 * Embedding pages show the widget in an iframe of this site, so the service must report a host name of this site: docs/decisions/0086.
 */
function verifiersOf(
  { config, store, log }: FormsOptions,
  outbound: Outbound,
): (origin: string | null) => VerifyCaptcha | null {
  const { origins, verifyUrl, ...rules } = config.forms.captcha
  const { captchaSecret, captchaSecrets } = config.secrets
  if (verifyUrl === undefined || captchaSecret === undefined) return () => null
  const onUnavailable = (error: AppError) => log.warn(errorFacts(error), 'no captcha can be verified')
  const parts = { store, outbound, onUnavailable }
  const own = createVerifier({ ...rules, verifyUrl }, { ...parts, secret: captchaSecret })
  const hostnames = config.allowedHosts.map((host) => new URL(`http://${host}`).hostname)
  const others = new Map(
    Object.keys(origins).map((origin) => [
      origin,
      createVerifier(
        { ...rules, verifyUrl, hostnames },
        { ...parts, secret: captchaSecrets[origin] ?? '', origin },
      ),
    ]),
  )
  return (origin) => (origin === null ? own : (others.get(origin) ?? refuseCaptcha))
}

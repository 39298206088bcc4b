import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import type { FormCaptcha, FormGate } from '@tessera/shared/contract'
import type { PlatformClient } from '@tessera/shared/io'
import { requestError } from '../../errors.ts'
import { isSameSite, plugin } from '../../http/server.server.ts'
import { createRateLimit, formRules } from '../../http/rate-limit.server.ts'
import { errorFacts } from '../../http/request-log.server.ts'
import type { PageForms } from '../../page/page-forms.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import type { Identity } from '../identity/identity.server.ts'
import { createVerifier } from './captcha.server.ts'
import { createCustomPost } from './custom-post.server.ts'
import { createUploads, GRANTS_IN_HEADER, grantsInCookie, type FileParts } from './form-files.server.ts'
import { createGate } from './form-gate.server.ts'
import { createFormPlatform } from './form-platform.server.ts'
import { languageOf } from './form-gateway.server.ts'
import { formPosts, type PostParts } from './form-posts.server.ts'
import { createKeptFiles } from './kept-files.server.ts'
import { createOutbound } from './outbound.server.ts'
import { createPagePosts } from './page-posts.server.ts'
import { createScanner } from './scan-file.server.ts'

/** Forms of a site: what their pages give them, and where they are posted to. */
export interface Forms {
  readonly forPages: PageForms
  readonly routes: FastifyPluginAsync
  /** What forms on pages of other sites are given, and where they are posted to. */
  readonly forEmbeds: {
    readonly gate: () => FormGate
    readonly posts: (from: Pick<PostParts, 'admit' | 'languageOf'>) => FastifyPluginAsync
  }
}

/** How often files are looked for that nobody will send any more. */
const SWEEP_MS = 60_000

interface FormsOptions {
  readonly config: SiteConfig
  readonly dataDir: string
  readonly platformClient: PlatformClient
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly identity: Pick<Identity, 'guard' | 'sealer' | 'sessions'>
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
    (error) => log.error({ err: error }, 'rate limits are not counted'),
    formRules(config.forms),
  )
  const gate = createGate(config.forms, {
    sealer,
    limit,
    now: Date.now,
    captcha: { scriptUrl: config.forms.captcha.scriptUrl, contact: options.contact },
  })
  const files = { sealer, store, maxFiles: config.forms.uploads.maxFiles }
  const parts: FileParts = {
    ...options,
    sessions,
    gate,
    platform: createFormPlatform(config.platform.cmsUrl, config.forms, outbound),
    customPost: createCustomPost(config.forms, {
      toPublic,
      toPrivate: outbound,
      onFailure: (to, reason) => log.warn({ to, ...errorFacts(reason) }, 'custom post not made'),
    }),
    verifyCaptcha: verifierOf(options, outbound),
    uploads: createUploads({
      ...files,
      place: grantsInCookie(config.publicUrl.startsWith('https:')),
    }),
    beginScan: createScanner(config.forms.scan, outbound),
  }
  const folder = path.join(options.dataDir, 'form-files')
  const kept = createKeptFiles(config.forms.uploads, { folder, sealer, now: Date.now })
  const posts = createPagePosts({ ...parts, guard, sealer, store, files: kept, now: Date.now })
  return {
    forPages: { gate: gate.give, ...posts },
    forEmbeds: {
      gate: () => gate.give(undefined),
      posts: (from) =>
        formPosts({ ...parts, ...from, uploads: createUploads({ ...files, place: GRANTS_IN_HEADER }) }),
    },
    routes: async (app) => {
      await app.register(plugin('form-posts', formPosts({ ...parts, ...ownPages(config) })))
      const sweeping = setInterval(() => {
        kept.sweep().catch((error: unknown) => log.warn({ err: error }, 'files of forms are not swept'))
      }, SWEEP_MS).unref()
      app.addHook('onClose', async () => {
        clearInterval(sweeping)
        await Promise.all([outbound.close(), toPublic.close()])
      })
    },
  }
}

/** Posts that a page of the site itself sends. */
const ownPages = (config: SiteConfig): Pick<PostParts, 'admit' | 'languageOf'> => ({
  admit: async (request) => {
    if (!isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
  },
  languageOf: (request) => languageOf(request, config),
})

function verifierOf(
  { config, store, log }: FormsOptions,
  outbound: ReturnType<typeof createOutbound>,
): FileParts['verifyCaptcha'] {
  const { captcha } = config.forms
  const { captchaSecret } = config.secrets
  const { verifyUrl } = captcha
  if (verifyUrl === undefined || captchaSecret === undefined) return null
  return createVerifier(
    { ...captcha, verifyUrl },
    {
      secret: captchaSecret,
      store,
      outbound,
      onUnavailable: (error) => log.warn(errorFacts(error), 'no captcha can be verified'),
    },
  )
}

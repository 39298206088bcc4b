import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { EMBED_PATH, type SiteConfig } from '@tessera/shared/config'
import { toAppError, type FormGate } from '@tessera/shared/contract'
import { requestError } from '../../errors.ts'
import type { ErrorPages } from '../../page/error-pages.server.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { embedScripts } from './embed-scripts.server.ts'
import { captchaFrames } from './captcha-frame.server.ts'
import { admitEmbeds, foreignOriginOf, languageOfEmbed, type FormHeaders } from './foreign-origins.server.ts'
import { plugin } from '../../http/server.server.ts'

/** Forms on pages of other sites. */
interface EmbeddedForms {
  /** What a form posts besides its own fields, for an embedding origin; null for a page of the site itself. */
  readonly gate: (origin: string | null) => FormGate
  readonly posts: (from: {
    readonly admit: ReturnType<typeof admitEmbeds>
    readonly languageOf: (request: FastifyRequest) => string
    /** Origin of the other site whose page sent the post; null for a page of the site itself. */
    readonly originOf: (request: FastifyRequest) => string | null
  }) => FastifyPluginAsync
  readonly headers: FormHeaders
}

interface EmbedParts {
  readonly config: SiteConfig
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly forms: EmbeddedForms
  readonly sendJson: ErrorPages['sendJson']
  /** The routes of the remotes' data answers, below another path and with another admission check. */
  readonly data: (foreign: {
    readonly path: string
    readonly admit: ReturnType<typeof admitEmbeds>
  }) => FastifyPluginAsync
}

/** All routes that pages of other sites may use, below `/embed`. Source: docs/decisions/0069. */
export const embed =
  ({ config, releases, forms, sendJson, data }: EmbedParts): FastifyPluginAsync =>
  async (app) => {
    const admit = admitEmbeds(config, forms.headers)
    const originOf = (request: FastifyRequest) => foreignOriginOf(request, config)
    await app.register(plugin('embed-scripts', embedScripts(releases)))
    await app.register(plugin('embed-captcha', captchaFrames(config)))
    await app.register(plugin('embed-data', data({ path: EMBED_PATH, admit })))
    await app.register(
      plugin(
        'embed-posts',
        forms.posts({ admit, originOf, languageOf: (request) => languageOfEmbed(request, config) }),
      ),
      { prefix: EMBED_PATH },
    )
    await app.register(
      plugin('embed-gate', async (asked) => {
        asked.addHook('onRequest', admit)
        asked.setErrorHandler((error, request, reply) => sendJson(toAppError(error), request, reply))
        asked.get(`${EMBED_PATH}/gate`, (request, reply) => reply.send(forms.gate(originOf(request))))
        asked.options(`${EMBED_PATH}/*`, (request, reply) => {
          if (request.headers['access-control-request-method'] === undefined)
            throw requestError('request/method', { details: { allow: 'GET, POST' } })
          return reply.code(204).send()
        })
      }),
    )
  }

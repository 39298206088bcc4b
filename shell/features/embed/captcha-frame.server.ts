import type { FastifyPluginAsync } from 'fastify'
import { EMBED_PATH, type SiteConfig } from '@tessera/shared/config'
import { CAPTCHA_POLICY } from '@tessera/shared/contract'
import { html } from '../../document/html.ts'
import { requestError } from '../../errors.ts'
import { languageOfEmbed } from './foreign-origins.server.ts'

/**
 * `/embed/captcha?origin=…&language=…`: the iframe document in which a page of another site shows a form's captcha, with the site key of
 * that origin. Only pages of that origin may frame it, and its script (`web/embed/captcha.js` of the remote of forms) sends the captcha
 * token only to that origin. Source: docs/decisions/0086.
 */
export const captchaFrames =
  (config: SiteConfig): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Querystring: { readonly origin?: unknown } }>(`${EMBED_PATH}/captcha`, (request, reply) => {
      const { captcha } = config.forms
      const origin = Object.keys(captcha.origins).find((name) => name === request.query.origin)
      const siteKey = captcha.origins[origin ?? '']?.siteKey
      if (origin === undefined || siteKey === undefined) throw requestError('request/no-file')
      // X-Frame-Options cannot name an origin, so `frame-ancestors` in the policy takes its place.
      void reply.removeHeader('x-frame-options').headers({
        'cache-control': 'no-store',
        'content-security-policy': policyFor(origin, captcha),
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      })
      const language = languageOfEmbed(request, config)
      return reply
        .type('text/html; charset=utf-8')
        .send(documentOf({ language, siteKey, script: captcha.scriptUrl, page: origin }))
    })
  }

function policyFor(
  origin: string,
  { scripts, frames, connects, trustedTypes }: SiteConfig['forms']['captcha'],
): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'connect-src': connects.length > 0 ? connects : ["'none'"],
    'img-src': ['data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [origin],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [CAPTCHA_POLICY, ...trustedTypes],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

interface FrameFacts {
  readonly language: string
  readonly siteKey: string
  readonly script: string
  readonly page: string
}

/** The frame's script reads the site key, the captcha's script URL and the embedding origin from the body's attributes. */
const documentOf = ({ language, siteKey, script, page }: FrameFacts): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Captcha</title>
      </head>
      <body data-site-key="${siteKey}" data-script="${script}" data-page="${page}">
        <script type="module" src="${EMBED_PATH}/captcha.js"></script>
      </body>
    </html>`.toString()

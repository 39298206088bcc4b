import type { FastifyPluginAsync } from 'fastify'
import { readLink, readText, titleOf, type Entry } from '@tessera/shared/content'
import type { Html } from '../../document/html.ts'
import { requestError } from '../../errors.ts'
import { answerKeys, cachingHeaders } from '../../http/caching-headers.ts'
import { messagesFor } from '../../messages/index.ts'
import { sendText, siteClient, type SiteClientSources } from '../../page/public-texts.server.ts'
import { CONSENT_PREFIX, renderConsentButton } from './consent-button.ts'

/** Where visits are counted, and the content type whose only entry is the consent question. */
interface AnalyticsRules {
  readonly endpoint: string
  readonly contentType: string
}

/** The parts of a site that counts visits. */
interface Analytics {
  /** Additional sources for `connect-src` of the pages' content security policy. */
  readonly connects: readonly string[]
  readonly button: (language: string) => Html
  readonly routes: FastifyPluginAsync
}

/**
 * Counts visits. The server serves the text of the consent question, from one entry of the site, and allows pages to connect to the
 * configured endpoint. The browser asks for consent and sends events, so pages do not differ by visitor. Source: docs/decisions/0063.
 */
export function createAnalytics(
  { endpoint, contentType }: AnalyticsRules,
  sources: SiteClientSources,
): Analytics {
  const { alias, languages } = sources.config
  const messagesIn = (language: string) => messagesFor(language, languages.primary)
  return {
    connects: endpoint.startsWith('/') ? [] : [endpoint],
    button: (language) => renderConsentButton(language, endpoint, messagesIn(language)),
    routes: async (app) => {
      for (const language of languages.supported)
        app.get(`${CONSENT_PREFIX}${language}`, async (request, reply) => {
          const { client, calls } = siteClient(sources, { language, reply })
          const { items } = await client.search({
            where: [
              { field: 'sys.contentTypeId', equalTo: contentType },
              { field: 'sys.language', equalTo: language },
            ],
            pageSize: 1,
            fields: ['title', 'entryTitle', 'text', 'link', 'sys.uri'],
            fieldLinkDepths: { link: 1 },
          })
          const text = items[0] && readConsentText(items[0])
          if (!text) throw requestError('request/no-file')
          const { analyticsAccept: accept, analyticsReject: reject } = messagesIn(language)
          const headers = cachingHeaders('page', answerKeys('page', alias, calls.keys()))
          const type = 'application/json; charset=utf-8'
          return sendText(
            { type, text: JSON.stringify({ ...text, accept, reject }), headers },
            request,
            reply,
          )
        })
    },
  }
}

/** The consent question of an entry; null for an entry without a title or a text. */
function readConsentText(entry: Entry) {
  const [title, text] = [titleOf(entry), readText(entry['text'])]
  return title && text ? { title, text, link: readLink(entry['link']) ?? null } : null
}

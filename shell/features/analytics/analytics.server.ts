import type { FastifyPluginAsync } from 'fastify'
import { readLink, readText, titleOf, type Entry } from '@tessera/shared/content'
import type { Html } from '../../document/html.ts'
import { requestError } from '../../errors.ts'
import { answerKeys, cachingHeaders } from '../../http/caching-headers.ts'
import { messagesFor } from '../../messages/index.ts'
import { sendText, siteClient, type SiteClientSources } from '../site/public-texts.server.ts'
import type { AnalyticsRules } from '../site/options.ts'
import { CONSENT_PREFIX, renderConsentButton } from './consent-button.ts'

/** What a site does that has its visits counted. */
interface Analytics {
  /** What pages may send to besides, as a content security policy has it. */
  readonly connects: readonly string[]
  readonly button: (language: string) => Html
  readonly routes: FastifyPluginAsync
}

/**
 * Counting visits. The server serves the words of the question, from one entry of the site, and lets pages reach the one address that its
 * configuration names; asking and sending are done in the browser, so that every page is the same for everybody. Source: docs/decisions/0063.
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
          const text = items[0] && readQuestion(items[0])
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

/** The question that an entry asks; null for one without words. */
function readQuestion(entry: Entry) {
  const [title, text] = [titleOf(entry), readText(entry['text'])]
  return title && text ? { title, text, link: readLink(entry['link']) ?? null } : null
}

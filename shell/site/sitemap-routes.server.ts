import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PlatformClient } from '@tessera/shared/io'
import { mappingOf } from '../domain/content-mapping.ts'
import { languagePrefix, staticAlternates } from '../domain/page-language.ts'
import { robotsText } from '../domain/robots-text.ts'
import { siteError } from '../errors.ts'
import { errorFacts } from '../server/request-log.server.ts'
import { hostNameOf } from '../server/host-name.server.ts'
import type { ShellContext } from '../server/shell-context.server.ts'
import { sendText } from './send-text.server.ts'
import { siteClient } from './site-client.server.ts'
import { sitePages } from './site-pages.ts'
import { sitemapIndex, type SitePage } from './sitemap-xml.ts'
import { createSitemaps } from './sitemaps.server.ts'

const XML = 'application/xml; charset=utf-8'

/** robots.txt, the index of sitemaps, and the files that it names. What it returns is to be told when content has changed. */
export function sitemapRoutes(
  app: FastifyInstance,
  shell: ShellContext,
  platformClient: PlatformClient,
): () => void {
  const { config } = shell
  const sitemaps = createSitemaps({
    ...shell.sitemaps,
    origin: config.publicUrl,
    pages: () => allPages(shell, platformClient),
    onError: (error) => app.log.warn(errorFacts(error), 'sitemap not made'),
  })
  const headers = {
    'cache-control': 'public, max-age=300',
    'surrogate-control': 'max-age=300',
    'surrogate-key': `${config.alias}-app ${config.alias}_any-update`,
  }

  app.get('/robots.txt', (request, reply) => {
    const text = robotsText({
      isPreviewHost: shell.previews.isPreviewHost(hostNameOf(request)),
      origin: config.publicUrl,
      prefixes: config.languages.supported.map((language) => languagePrefix(language, config.languages)),
      privateRoutes: shell.releases
        .snapshot()
        .table.staticRoutes.flatMap((route) => (route.private ? route.path : [])),
    })
    return sendText({ type: 'text/plain; charset=utf-8', text, headers }, request, reply)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const set = await sitemaps.current()
    if (!set) return tellToWait(reply)
    return sendText({ type: XML, text: sitemapIndex(set.files, config.publicUrl), headers }, request, reply)
  })
  app.get<{ Params: { readonly file: string } }>(
    '/:file(^sitemap-[a-z0-9-]+-\\d+\\.xml$)',
    async (request, reply) => {
      const file = await sitemaps.file(request.params.file)
      if (!file) throw siteError('site/no-sitemap')
      return reply.headers(headers).type(XML).send(createReadStream(file))
    },
  )
  return () => sitemaps.outdate()
}

const tellToWait = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({ 'retry-after': '30', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('The sitemap is being made. Please come again.')

/** The pages of remotes that are no content, then those of content. */
async function* allPages(
  shell: ShellContext,
  platformClient: PlatformClient,
): AsyncGenerator<readonly SitePage[]> {
  const { languages } = shell.config
  const { table } = shell.releases.snapshot()
  for (const { path, private: isPrivate, requireLogin } of table.staticRoutes) {
    const literal = path.replace(/(\/:\w+\?)+$/, '') || '/'
    if (isPrivate || requireLogin || /[:*]/.test(literal)) continue
    const pages = staticAlternates(literal, languages)
    yield pages.length > 0 ? pages : [{ language: languages.primary, path: literal }]
  }
  const { client } = siteClient(shell, platformClient, { language: languages.primary, isKept: false })
  yield* sitePages(client, {
    mappingOf: (contentTypeId) => mappingOf(contentTypeId, table),
    languages: languages.supported,
  })
}

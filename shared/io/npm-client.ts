import { Client } from 'contensis-delivery-api'
import type { Answer } from './answer.ts'
import { createContentFetch } from './content-fetch.ts'
import type { FetchInit } from './content-fetch.ts'
import type { ContentContext } from './content-request.ts'
import type { Need } from './platform-call.ts'

/** The npm client makes the calls: addresses, headers, and POST where an address grows too long. */
export type NpmClient = Client

const NO_TEXT = Promise.resolve('')

/**
 * The npm client over our own fetch. Its own reading of answers is passed by: it parses JSON again on every call and takes
 * an empty body for `{}`. Our response calls itself not ok, so that its `*` handler decides what its promises give: the Answer.
 */
export function createNpmClient(context: ContentContext, need: Need): NpmClient {
  const { config, request } = context
  const fetchAnswer = createContentFetch(context, need)
  return Client.create({
    rootUrl: config.platform.apiUrl,
    accessToken:
      request.versionStatus === 'latest' ? config.secrets.previewAccessToken : config.secrets.accessToken,
    projectId: request.projectId ?? config.projects[0].id,
    language: request.language ?? config.languages.primary,
    versionStatus: request.versionStatus ?? 'published',
    fetchFn: async (url, init) => toResponse(await fetchAnswer(url as string, init as FetchInit)),
    responseHandler: { '*': (response) => (response as unknown as AnswerResponse).answer },
  })
}

interface AnswerResponse {
  readonly answer: Answer
}

const toResponse = (answer: Answer): Response =>
  ({
    ok: false,
    status: answer.status,
    statusText: '',
    url: '',
    text: () => NO_TEXT,
    answer,
  }) as AnswerResponse as unknown as Response

import type { ContentClient, JsonObject } from '@tessera/shared/contract'
import type { FormDefinition } from '../domain/form-definition.ts'

/** Content type of the settings for all forms; the site has one entry. */
const SETTINGS = 'formSettings'
const KEY_FIELD = 'recaptchaSiteKey'
const LATEST: JsonObject = { field: 'sys.versionStatus', equalTo: 'latest' }

/**
 * The site key of a form's captcha: the form's own, else that of the site's form settings. Null without a captcha, and without a key, in
 * which case no captcha is shown. Source: specification 4, Form lifecycle; 7, Form calls 2.
 * @throws what the client throws
 */
async function loadSiteKey(
  { hasCaptcha, captchaSiteKey }: Pick<FormDefinition, 'captchaSiteKey' | 'hasCaptcha'>,
  client: Pick<ContentClient, 'search'>,
): Promise<string | null> {
  if (!hasCaptcha) return null
  if (captchaSiteKey !== undefined) return captchaSiteKey
  const { items } = await search(client, [LATEST]).catch((thrown: unknown) => {
    // With an access token that may only read published content, the query for drafts gives 403.
    if ((thrown as { readonly status?: unknown } | null)?.status !== 403) throw thrown
    return search(client, [])
  })
  const key: unknown = items[0]?.[KEY_FIELD]
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : null
}

const search = (client: Pick<ContentClient, 'search'>, conditions: readonly JsonObject[]) =>
  client.search({
    where: [...conditions, { field: 'sys.contentTypeId', equalTo: SETTINGS }],
    fields: [KEY_FIELD],
    pageSize: 1,
  })

/** The key, or null and the error: a form without a key is sent without a captcha. Source: specification 8, Forms. */
export const findSiteKey = async (
  definition: Parameters<typeof loadSiteKey>[0],
  client: Pick<ContentClient, 'search'>,
): Promise<{ readonly siteKey: string | null; readonly problem?: unknown }> => {
  try {
    return { siteKey: await loadSiteKey(definition, client) }
  } catch (problem) {
    return { siteKey: null, problem }
  }
}

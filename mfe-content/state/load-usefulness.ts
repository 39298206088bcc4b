import type { Entry } from '@tessera/shared/content'
import type { LoadRequest } from '@tessera/shared/contract'
import { contentConfig } from '../content.config.ts'
import { sitePage } from '../domain/site-page.ts'

/** How many visitors have answered yes and no to "Is this page useful?". */
export type Usefulness = Readonly<Record<'yes' | 'no', number>>

type Request = Pick<LoadRequest, 'client' | 'language'>

/**
 * The answers about a page in the site's feedback form. Null where the site has no such form, and where the platform cannot count
 * answers.
 */
export async function loadUsefulness(
  { client, language }: Request,
  path: string,
): Promise<Usefulness | null> {
  const place = sitePage(contentConfig.feedbackPaths, language)
  if (place === null) return null
  const node = await client.nodeByPath(place.path, {
    language: place.language,
    entryLimits: { fields: ['body'], linkDepth: 0 },
  })
  const form = node?.entry ? feedbackForm(node.entry) : null
  const counts = form && (await client.countAnswers({ ...form, says: path }))
  return counts ? { yes: counts['yes'] ?? 0, no: counts['no'] ?? 0 } : null
}

/** The feedback form on a page, and its fields that are prefilled with the rated page's path and with the answer. */
function feedbackForm({ body }: Entry): { readonly formId: string; about: string; by: string } | null {
  for (const block of Array.isArray(body) ? (body as readonly Partial<FormBlock>[]) : []) {
    const { formId, prefill } = (block.type === 'form' && block.value) || {}
    const fieldOf = (parameter: string) =>
      Object.entries(prefill ?? {}).find(([, filledBy]) => filledBy === parameter)?.[0]
    const [about, by] = [fieldOf('page'), fieldOf('useful')]
    if (formId !== undefined && about !== undefined && by !== undefined) return { formId, about, by }
  }
  return null
}

interface FormBlock {
  readonly type: string
  readonly value: { readonly formId?: string; readonly prefill?: Readonly<Record<string, string>> }
}

import type { AnswerQuestion, ContentClient, LoadRequest } from '@tessera/shared/contract'
import { createSanitiser } from '@tessera/shared/sanitise'
import { createMemoryClient } from '@tessera/shared/testing'
import { loadQuality } from './load-quality.ts'
import { loadUsefulness } from './load-usefulness.ts'

const FORM = {
  type: 'form',
  value: { formId: '1009', prefill: { Page: 'page', 'Is this page useful?': 'useful' } },
}

const aSite = (body: readonly object[] = [{ type: 'richText', value: '<p>Tell us.</p>' }, FORM]) => {
  const asked: AnswerQuestion[] = []
  const client = createMemoryClient({
    root: {
      id: 'root',
      path: '/',
      children: [
        {
          id: 'n1',
          path: '/contact/is-this-page-useful',
          entry: { sys: { id: 'feedback', contentTypeId: 'contentPage' }, body },
        },
      ],
    },
    answers: { '/bins': { yes: 12, no: 3 } },
  })
  const countAnswers: ContentClient['countAnswers'] = (question) => {
    asked.push(question)
    return client.countAnswers(question)
  }
  return { client: { ...client, countAnswers }, asked }
}

describe('whether a page is useful, shown to its author (docs/decisions/0066)', () => {
  it('is counted in the form that the page about it holds, by the fields that its address fills in', async () => {
    const { client, asked } = aSite()
    expect(await loadUsefulness({ client, language: 'en-GB' }, '/bins')).toEqual({ yes: 12, no: 3 })
    expect(asked).toEqual([{ formId: '1009', about: 'Page', by: 'Is this page useful?', says: '/bins' }])
  })

  it('is unknown where the platform does not count, and where the site has no such page or form', async () => {
    expect(await loadUsefulness({ ...aSite(), language: 'en-GB' }, '/parks')).toBeNull()
    expect(await loadUsefulness({ ...aSite(), language: 'cy' }, '/bins')).toBeNull()
    const { client, asked } = aSite([{ type: 'form', value: { formId: '7' } }])
    expect(await loadUsefulness({ client, language: 'en-GB' }, '/bins')).toBeNull()
    expect(asked).toEqual([])
  })

  it('is counted in the form of another language where the site has none in that of the page', async () => {
    expect(await loadUsefulness({ ...aSite(), language: 'fr' }, '/bins')).toEqual({ yes: 12, no: 3 })
  })

  it('stands in the panel of a page that asks for it, whose findings do not depend on it', async () => {
    const entry = {
      sys: { id: 'page-1', contentTypeId: 'contentPage', language: 'en-GB' },
      entryTitle: 'Bins',
    }
    const { client, asked } = aSite()
    const request = {
      client,
      language: 'en-GB',
      origin: 'https://www.larkmoor.example',
      preview: { isServed: () => false },
      route: { entry, currentPath: '/bins' } as unknown as LoadRequest['route'],
      sanitise: createSanitiser(),
    }
    const propsOf = async (changes: object, path: string | null) =>
      (await loadQuality({ ...request, ...changes }, path)).slots?.[0]?.props
    expect(await propsOf({}, '/bins')).toMatchObject({ useful: { yes: 12, no: 3 } })
    const failing = { ...client, countAnswers: () => Promise.reject(new Error('down')) }
    const findings = [{ check: 'missingDescription' }]
    expect(await propsOf({ client: failing }, '/bins')).toMatchObject({ useful: null, findings })
    expect(asked).toHaveLength(1)
    expect(await propsOf({}, null)).toMatchObject({ useful: null, findings })
    expect(asked).toHaveLength(1)
  })
})

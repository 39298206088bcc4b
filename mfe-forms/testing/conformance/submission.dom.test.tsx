import { jest } from '@jest/globals'
import { act, cleanup, render } from '@testing-library/react'
import type { JsonObject } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import type { FormDefinition } from '../../domain/form-definition.ts'
import { readRedirect } from '../../domain/redirect-target.ts'
import { catalogues } from '../../messages/index.ts'
import * as actions from '../../state/form-actions.ts'
import { pageInfoOf } from '../../state/form-entities.ts'
import { FormSlot } from '../../ui/form-slot.tsx'
import {
  aSite,
  play,
  settled,
  type Call,
  type Pair,
  type Site,
  type Submission,
  type SubmissionFile,
} from './a-site.ts'
import { readCases, tryAll, type Case } from './cases.ts'

const file = readCases<SubmissionFile>('submission-cases')
const { formId } = file

const lists = (given: readonly (string | Pair)[]): readonly Pair[] =>
  given.flatMap((one) => (typeof one === 'string' ? (file.pairSets[one.slice(1)] ?? []) : [one]))
const asText = (pairs: readonly Pair[]) => pairs.map(([name, value]) => `${name}=${value}`).sort()

function checkCalls(calls: Site['calls'], expected: readonly Call[]): void {
  expect(calls.map(({ call, url }) => [call, url])).toEqual(expected.map(({ call, url }) => [call, url]))
  expected.forEach(({ contentType, body, multipart }, index) => {
    const { pairs = [], upload, contentType: sent } = calls[index]!
    if (contentType) expect(sent).toBe(contentType)
    if (body && typeof body === 'object') {
      const may = new Set(asText(lists(body.mayContain)))
      const must = asText(lists(body.mustContain))
      expect(asText(pairs).filter((pair) => !may.has(pair) || must.includes(pair))).toEqual(must)
      for (const key of body.mustNotContainKeys) expect(pairs.map(([name]) => name)).not.toContain(key)
    }
    if (!multipart) return
    const { file: of, ...fields } = multipart
    const { fieldNameStartsWith: _name, ...about } = of as JsonObject
    expect(upload).toEqual({ ...fields, ...about })
  })
}

function checkOutcome(
  { state }: Site,
  definition: FormDefinition,
  outcome: JsonObject,
  container: HTMLElement,
): void {
  const { submitStatus } = state()
  expect(submitStatus.success).toBe(outcome['success'])
  if ('redirect' in outcome) {
    const target = submitStatus.success ? readRedirect(submitStatus.redirectOnSuccessUrl) : null
    expect(target === null ? null : 'url' in target ? target.url : target.path).toBe(outcome['redirect'])
  }
  if ('confirmationHtml' in outcome) expect(definition.confirmationHtml).toBe(outcome['confirmationHtml'])
  if ('reference' in outcome)
    expect(container.textContent).toContain(`Form reference number is ${String(outcome['reference'])}`)
  if ('heading' in outcome)
    expect(container.querySelector('[role="alert"] h2')?.textContent).toBe(outcome['heading'])
  for (const text of (outcome['detailsContain'] ?? []) as readonly string[])
    expect(container.textContent).toContain(text)
  for (const text of (outcome['detailsMustNotContain'] ?? []) as readonly string[])
    expect(container.textContent).not.toContain(text)
}

async function check(one: Submission): Promise<void> {
  const site = aSite(one)
  const { store, calls, definition, state } = site
  const bus = createBus({ onListenerError: () => undefined })
  const slot = {
    slotId: `form-${formId}`,
    view: 'form',
    props: { formId },
    store,
    bus,
    messages: catalogues['en-GB'],
  }
  const { container } = render(
    <StoreProvider store={store}>
      <FormSlot {...slot} />
    </StoreProvider>,
  )
  const steps = one.actions.flatMap((action) =>
    typeof action === 'string' ? (file.actionSets[action.slice(1)] ?? []) : [action],
  )
  act(() => steps.forEach((action) => play(site, action)))
  const isSent = one.expect.calls.length > 0 || one.expect.outcome !== undefined
  if (isSent || one.then !== 'reset') {
    for (
      let page = 0;
      page < 3 && pageInfoOf(state(), catalogues['en-GB'])!.nextPageIndex !== null;
      page += 1
    )
      act(() => void store.dispatch(actions.nextRequested({ formId })))
    act(() => void store.dispatch(actions.submitRequested({ formId })))
    await settled()
  }
  checkCalls(calls, one.expect.calls)
  if (one.expect.outcome) checkOutcome(site, definition, one.expect.outcome, container)
  const { formPostId, ...status } = one.expect.status ?? {}
  if (formPostId) expect(state().submitStatus.formPostId).toBe(String(formPostId))
  expect(state().submitStatus).toMatchObject(status)
  if (one.then === 'reset') act(() => void store.dispatch(actions.formsReset()))
  if (one.expect.afterReset && 'emailValue' in one.expect.afterReset)
    expect(state().values['ctrl_3-7315-f73120']).toBe(one.expect.afterReset['emailValue'])
  store.dispose()
}

test('conformance of forms (samples): submission', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  await tryAll('forms/submission', file.cases as unknown as readonly Case[], async (one) => {
    try {
      await check(one as unknown as Submission)
    } finally {
      cleanup()
    }
  })
})

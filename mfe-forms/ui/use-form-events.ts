import { useEffect, useEffectEvent, useRef } from 'react'
import type { Bus } from '@tessera/shared/contract'
import { isBegun, publishedErrors, type PublishedError } from '../domain/published-errors.ts'
import type { FormState } from '../state/form-state.ts'

/**
 * Publishes on the bus how a form is filled in: ids, rules and page numbers, never a value. Sending is published by `use-outcome`. Source:
 * docs/decisions/0052.
 */
export function useFormEvents(formId: string, state: FormState | null, bus: Bus): void {
  const published = useRef<Published>(NOTHING)
  const publish = useEffectEvent(() => {
    published.current = publishChanges(formId, state, published.current, bus)
  })
  const end = () => {
    published.current = { ...published.current, isOver: true }
  }
  const leave = useEffectEvent(() => {
    publishAbandoned(formId, published.current, bus)
    end()
  })
  useEffect(() => publish(), [state])
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    // A visitor who leaves to sign in comes back to what they have filled in.
    const stopListening = bus.on('page.interrupted', end)
    return () => {
      removeEventListener('pagehide', onLeave)
      stopListening()
      onLeave()
    }
  }, [bus])
}

/** What has been published about a form. */
interface Published {
  readonly isBegun: boolean
  /** Null before the form was loaded. */
  readonly pageIndex: number | null
  readonly errors: ReadonlySet<string>
  /** The field that was left last. */
  readonly fieldId: string | null
  /** It was sent, is being sent, or has been left: it cannot be abandoned. */
  readonly isOver: boolean
}

const NOTHING: Published = {
  isBegun: false,
  pageIndex: null,
  errors: new Set(),
  fieldId: null,
  isOver: false,
}

function publishChanges(formId: string, state: FormState | null, before: Published, bus: Bus): Published {
  if (!state?.definition) return before
  const { pageInfo, submitStatus, touched } = state
  if (submitStatus.success) return { ...NOTHING, isOver: true }
  const form = { formId, pageIndex: pageInfo.currentPageIndex }
  const isNowBegun = before.isBegun || isBegun(state, state.definition)
  if (isNowBegun && !before.isBegun) bus.emit('form.started', form)
  if (before.pageIndex !== null && before.pageIndex !== form.pageIndex)
    bus.emit('form.page-changed', { ...form, fromPageIndex: before.pageIndex })
  return {
    isBegun: isNowBegun,
    pageIndex: form.pageIndex,
    errors: publishErrors(form, publishedErrors(state, state.definition), before.errors, bus),
    fieldId: touched.at(-1)?.split('/')[0] ?? before.fieldId,
    isOver: submitStatus.isSubmitting,
  }
}

/** Publishes new errors. Returns the errors that are there now. */
function publishErrors(
  form: { readonly formId: string; readonly pageIndex: number },
  errors: readonly PublishedError[],
  before: ReadonlySet<string>,
  bus: Bus,
): ReadonlySet<string> {
  const now = new Set<string>()
  for (const error of errors) {
    const name = JSON.stringify([form.pageIndex, error])
    if (!before.has(name) && !now.has(name)) bus.emit('form.error', { ...form, ...error })
    now.add(name)
  }
  return now
}

/** Publishes that a form was begun, but its page or document was left before it was sent. */
function publishAbandoned(
  formId: string,
  { isBegun, isOver, pageIndex, fieldId }: Published,
  bus: Bus,
): void {
  if (isBegun && !isOver && pageIndex !== null) bus.emit('form.abandoned', { formId, pageIndex, fieldId })
}

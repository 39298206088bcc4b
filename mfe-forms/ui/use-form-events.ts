import { useEffect, useEffectEvent, useRef } from 'react'
import type { Bus } from '@tessera/shared/contract'
import { isBegun, toldErrors, type ToldError } from '../domain/told-errors.ts'
import type { FormState } from '../state/form-state.ts'

/**
 * Publishes on the bus how a form is filled in: ids, rules and page numbers, never a value. Sending is published by `use-outcome`. Source:
 * docs/decisions/0052.
 */
export function useFormEvents(formId: string, state: FormState | null, bus: Bus): void {
  const told = useRef<Told>(NOTHING)
  const tell = useEffectEvent(() => {
    told.current = tellChanges(formId, state, told.current, bus)
  })
  const leave = useEffectEvent(() => {
    tellAbandoned(formId, told.current, bus)
    told.current = { ...told.current, isOver: true }
  })
  useEffect(() => tell(), [state])
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    // A visitor who leaves to sign in comes back to what they have filled in.
    const stopListening = bus.on('page.interrupted', () => {
      told.current = { ...told.current, isOver: true }
    })
    return () => {
      removeEventListener('pagehide', onLeave)
      stopListening()
      onLeave()
    }
  }, [bus])
}

/** What has been published about a form. */
interface Told {
  readonly isBegun: boolean
  /** Null before the form was loaded. */
  readonly pageIndex: number | null
  readonly errors: ReadonlySet<string>
  /** The field that was left last. */
  readonly fieldId: string | null
  /** It was sent, is being sent, or has been left: it cannot be abandoned. */
  readonly isOver: boolean
}

const NOTHING: Told = { isBegun: false, pageIndex: null, errors: new Set(), fieldId: null, isOver: false }

function tellChanges(formId: string, state: FormState | null, before: Told, bus: Bus): Told {
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
    errors: tellErrors(form, toldErrors(state, state.definition), before.errors, bus),
    fieldId: touched.at(-1)?.split('/')[0] ?? null,
    isOver: submitStatus.isSubmitting,
  }
}

/** Publishes new errors. Returns the errors that are there now. */
function tellErrors(
  form: { readonly formId: string; readonly pageIndex: number },
  errors: readonly ToldError[],
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
function tellAbandoned(formId: string, { isBegun, isOver, pageIndex, fieldId }: Told, bus: Bus): void {
  if (isBegun && !isOver && pageIndex !== null) bus.emit('form.abandoned', { formId, pageIndex, fieldId })
}

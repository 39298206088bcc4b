import { useEffect, useRef } from 'react'
import type { Bus } from '@tessera/shared/contract'
import { readRedirect } from '../domain/redirect-target.ts'
import type { SubmitStatus } from '../state/form-state.ts'

/** Publishes the result of sending, and that the visitor has to sign in if the post was refused; follows the form's redirect. */
export function useOutcome(formId: string, status: SubmitStatus, bus: Bus): void {
  const { success, formPostId, redirectOnSuccessUrl, refusedWith } = status
  // What became of a post without script, the document and its title say already.
  const isMounted = useRef(false)
  useEffect(() => {
    if (isMounted.current && success !== null) bus.emit('form.submitted', { formId, formPostId, success })
    isMounted.current = true
    if (refusedWith) bus.emit('access.refused', { status: refusedWith })
    if (!success) return
    const target = readRedirect(redirectOnSuccessUrl)
    if (target?.kind === 'path') bus.emit('route.requested', { path: target.path })
    if (target?.kind === 'url') window.location.assign(target.url)
  }, [formId, success, formPostId, redirectOnSuccessUrl, refusedWith, bus])
}

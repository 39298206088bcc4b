import { toAppError } from '../contract/index.ts'
import { spaError, type SPA_ERRORS } from './errors.ts'
import type { MountProps } from './mount-props.ts'

/** Emit `remote.failed` on the bus for an error in a slot. */
export function reportFailure(
  { bus, remote, slotId }: Pick<MountProps, 'bus' | 'remote' | 'slotId'>,
  code: keyof typeof SPA_ERRORS,
  cause: unknown,
): void {
  const error = spaError(code, { message: toAppError(cause).message, cause })
  bus.emit('remote.failed', { remote: remote ?? 'mfe-unknown', slotId, error: error.toJSON() })
}

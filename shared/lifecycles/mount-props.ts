import type { RemoteName, SlotProps } from '../contract/index.ts'

/** Props with which a slot is mounted: its own, and those of the host. single-spa adds a name. */
export interface MountProps<Messages = unknown> extends SlotProps<Messages> {
  /** The remote that owns the slot, for error reports. */
  readonly remote?: RemoteName
  /** Shown in place of a failed slot without markup from the server. Without it such a slot is empty. */
  readonly fallbackText?: string
  /** Whether its state was fetched after the document, so that the server's markup may be older than the state. */
  readonly isStateLater?: boolean
}

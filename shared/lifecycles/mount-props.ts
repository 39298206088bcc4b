import type { RemoteName, SlotProps } from '../contract/index.ts'

/** What a slot is mounted with: its own props, and what the host says about it. single-spa adds a name. */
export interface MountProps<Messages = unknown> extends SlotProps<Messages> {
  /** Whose slot it is, for reports. */
  readonly remote?: RemoteName
  /** Shown in the place of a slot that fails and has no markup of the server's to fall back to. Nothing without it. */
  readonly fallbackText?: string
}

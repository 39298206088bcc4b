import type { ServerProblem } from './describe-error.ts'

/** What the dev shell tells over IPC: that it has tried a release, or that a slot has failed while a page was made. */
export type ShellMessage =
  | {
      readonly type: 'release'
      readonly app: string
      /** Why it was refused; null when it is live. */
      readonly problem: ServerProblem | null
    }
  | {
      readonly type: 'slot-failed'
      readonly app: string
      readonly slot: string
      readonly problem: ServerProblem
    }

const TYPES: readonly unknown[] = ['release', 'slot-failed'] satisfies readonly ShellMessage['type'][]

/** Such a message, if it is one: it comes from a process of our own. */
export const readShellMessage = (message: unknown): ShellMessage | null =>
  typeof message === 'object' && message !== null && 'type' in message && TYPES.includes(message.type)
    ? (message as ShellMessage)
    : null

import type { ServerProblem } from './describe-error.ts'

/** IPC messages of the dev shell: it has tried a release, or a slot has failed while a page was rendered. */
export type ShellMessage =
  | {
      readonly type: 'release'
      readonly app: string
      /** Why the release was refused; null when it is live. */
      readonly problem: ServerProblem | null
    }
  | {
      readonly type: 'slot-failed'
      readonly app: string
      readonly slot: string
      readonly problem: ServerProblem
    }

const TYPES: readonly unknown[] = ['release', 'slot-failed'] satisfies readonly ShellMessage['type'][]

/** The message, if it has one of the types; its content is trusted, because it comes from our own process. */
export const readShellMessage = (message: unknown): ShellMessage | null =>
  typeof message === 'object' && message !== null && 'type' in message && TYPES.includes(message.type)
    ? (message as ShellMessage)
    : null

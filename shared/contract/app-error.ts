/** What may go with an error: facts for the log, never for the visitor. */
export interface AppErrorOptions {
  /** HTTP status this error stands for, where it stands for one. */
  readonly status?: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** An error as state and logs hold it. */
export interface SerialisedError {
  readonly code: string
  readonly message: string
  readonly status?: number
}

/** Every error thrown on purpose: a code `package/kebab-case` from an `errors.ts` table, and the facts around it. */
export class AppError extends Error {
  readonly code: string
  readonly status: number | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = options.status
    this.details = options.details ?? {}
  }

  /** Code, message and status only: what state may hold. */
  toJSON(): SerialisedError {
    return {
      code: this.code,
      message: this.message,
      ...(this.status === undefined ? {} : { status: this.status }),
    }
  }
}

/** One row of an error table: code → default message (for logs) and status. */
export type ErrorTable = Readonly<Record<string, { readonly message: string; readonly status?: number }>>

/** A thrower for one table: unknown codes do not compile. */
export function errorsOf<T extends ErrorTable>(table: T) {
  return (
    code: keyof T & string,
    options: AppErrorOptions & { readonly message?: string } = {},
  ): AppError => {
    const { message, status } = table[code] as T[string]
    return new AppError(code, options.message ?? message, { status, ...options })
  }
}

/** Turn anything thrown into an AppError; foreign errors become `app/unexpected`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new AppError('app/unexpected', message, { cause: thrown })
}

/** Facts about an error for the log; visitors never see them. */
export interface AppErrorOptions {
  /** HTTP status of the error, where it has one. */
  readonly status?: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** An error as state and logs contain it. */
export interface SerialisedError {
  readonly code: string
  readonly message: string
  readonly status?: number
}

/** The class of every intended error: its code, `package/kebab-case`, is from an `errors.ts` table; with facts for the log. */
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

  /** Code, message and status only: details and cause must not get into the state. */
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

/** A function that makes the errors of one table; unknown codes do not compile. */
export function errorsOf<T extends ErrorTable>(table: T) {
  return (
    code: keyof T & string,
    options: AppErrorOptions & { readonly message?: string } = {},
  ): AppError => {
    const { message, status } = table[code] as T[string]
    return new AppError(code, options.message ?? message, { status, ...options })
  }
}

/** Any thrown value as an AppError; other errors and values become `app/unexpected`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new AppError('app/unexpected', message, { cause: thrown })
}

import { clientError } from './errors.ts'

/** A script to run. */
export interface ScriptRequest {
  readonly url: string
  /** Empty in development, where files change. */
  readonly integrity: string
  readonly timeoutMs: number
}

/**
 * Fetch and run a script. Resolves when it has been run; whether it did its work is for the caller to see.
 * @throws AppError client/script-unreachable, client/script-late
 */
export function loadScript(
  { url, integrity, timeoutMs }: ScriptRequest,
  trust: (url: string) => string,
): Promise<void> {
  const script = document.createElement('script')
  script.src = trust(url)
  script.integrity = integrity
  script.crossOrigin = 'anonymous'
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(clientError('client/script-late', { details: { url } })), timeoutMs)
    script.onload = () => resolve()
    // The browser does not say whether the network failed or the hash was wrong.
    script.onerror = () => reject(clientError('client/script-unreachable', { details: { url } }))
    const end = () => clearTimeout(timer)
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    document.head.append(script)
  }).finally(() => script.remove())
}

import net from 'node:net'
import tls from 'node:tls'

const ANSWER_TIMEOUT_MS = 10_000

/** An answer as it was received. */
export interface RawAnswer {
  readonly status: number
  readonly text: string
}

/** Send a request unchanged, byte for byte, and read the answer to its end. */
export function send(site: string, bytes: string, timeoutMs = ANSWER_TIMEOUT_MS): Promise<RawAnswer> {
  const { protocol, hostname: host, port } = new URL(site)
  const isSecure = protocol === 'https:'
  const at = { host, port: Number(port || (isSecure ? 443 : 80)) }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const write = () => socket.write(bytes, 'latin1')
    const socket = isSecure ? tls.connect(at, write) : net.connect(at, write)
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that refuses a request may close before everything was sent; the answer is complete all the same.
    socket.on('error', (error) => chunks.length === 0 && reject(error))
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
    })
  })
}

/** GET a target without normalising it; `headers` are header lines that replace the default `Host`. */
export const get = (site: string, target: string, headers: readonly string[] = []): Promise<RawAnswer> =>
  send(
    site,
    [
      `GET ${target} HTTP/1.1`,
      ...(headers.length > 0 ? headers : [`Host: ${new URL(site).host}`]),
      'Connection: close',
    ]
      .concat('', '')
      .join('\r\n'),
  )

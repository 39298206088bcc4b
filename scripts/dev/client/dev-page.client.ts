/** What a page does under `npm run dev` besides what it does on a site; runs before everything else. */
import { provideRefreshHook } from './refresh-hook.client.ts'
import { reloadStyles, showServerOutput } from './server-output.client.ts'

/** Wait this long before the dev server is called again. */
const RECONNECT_MS = 1_000

interface Message {
  readonly type: string
}

/** Messages of the dev server: its own after each compilation, and ours (scripts/dev/dev-server.ts). */
const HANDLERS: Readonly<Record<string, () => void>> = {
  ok: () => reloadStyles(document),
  warnings: () => reloadStyles(document),
  'tessera-server-output': () => void showServerOutput(document).catch(() => location.reload()),
  'tessera-server-restarted': () => location.reload(),
}

function listen(isFirst: boolean): void {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/_dev/ws`)
  let isReady = false
  socket.onopen = () => {
    // The dev server has been started anew: nothing on this page is sure to fit it.
    if (!isFirst) location.reload()
    // What it says at once is where things stand; what it said before, while this page came, nobody has heard.
    setTimeout(() => (isReady = true))
    HANDLERS['tessera-server-output']?.()
  }
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const { type } = JSON.parse(data) as Message
    if (isReady) HANDLERS[type]?.()
  }
  socket.onclose = () => setTimeout(() => listen(false), RECONNECT_MS)
}

provideRefreshHook()
listen(true)

/** Additional behaviour of pages under `npm run dev`; runs before everything else. */
import type { Problem } from '../problems.ts'
import { watchErrors } from './page-errors.client.ts'
import { showProblems } from './problems.client.ts'
import { provideRefreshHook } from './refresh-hook.client.ts'
import { createServerState } from './server-state.client.ts'
import { oneAtATime, reloadStyles, showServerOutput } from './server-output.client.ts'

/** Time before connecting to the dev server again, in milliseconds. */
const RECONNECT_MS = 1_000

interface Message {
  readonly type: string
  readonly data?: unknown
}

/** The current problems by their reporter: the dev server, or the page itself. */
const found: Record<'server' | 'page', readonly Problem[]> = { server: [], page: [] }
const update = (changes: Partial<typeof found>): void => {
  Object.assign(found, changes)
  showProblems(document, [...found.server, ...found.page])
}
const compiled = (): void => {
  update({ page: [] })
  reloadStyles(document)
}
const serverState = createServerState(document)
const showOutput = oneAtATime(() =>
  Promise.all([showServerOutput(document), serverState.look()]).catch(() => location.reload()),
)

/** Messages of the dev server: its own after each compilation, and ours (scripts/dev/dev-server.ts). */
const HANDLERS: Readonly<Record<string, (data: unknown) => void>> = {
  ok: compiled,
  warnings: compiled,
  'tessera-problems': (problems) => update({ server: problems as readonly Problem[] }),
  'tessera-server-output': showOutput,
  'tessera-server-restarted': () => location.reload(),
}

function listen(isFirst: boolean): void {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/_dev/ws`)
  socket.onopen = () => {
    // The dev server was restarted, so this page may not fit it.
    if (!isFirst) return location.reload()
    // Messages that were sent while this page was loading were missed.
    showOutput()
  }
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const message = JSON.parse(data) as Message
    HANDLERS[message.type]?.(message.data)
  }
  socket.onclose = () => setTimeout(() => listen(false), RECONNECT_MS)
}

provideRefreshHook()
watchErrors(window, (problem) => update({ page: [...found.page, problem] }))
listen(true)

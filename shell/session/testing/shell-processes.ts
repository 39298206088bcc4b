import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Processes of one site, each listening on a port of its own. */
export interface ShellProcesses {
  readonly urls: readonly string[]
  close(): Promise<void>
}

/**
 * Start `count` processes of a script at once. Each tells its port, and ends when it is disconnected.
 * @throws Error when one of them ends first; then the others are ended too.
 */
export async function shellProcesses(
  script: string,
  count: number,
  env: Record<string, string>,
): Promise<ShellProcesses> {
  const children = Array.from({ length: count }, () =>
    fork(script, { env: { ...process.env, NODE_OPTIONS: '', ...env }, execArgv: [] }),
  )
  const close = async () => void (await Promise.all(children.map(end)))
  try {
    return { urls: await Promise.all(children.map(urlOf)), close }
  } catch (error) {
    for (const child of children) child.kill('SIGKILL') // still starting, they hear no disconnection
    await close()
    throw error
  }
}

async function urlOf(child: ChildProcess): Promise<string> {
  const port = await Promise.race([
    once(child, 'message').then(([message]) => message as number),
    once(child, 'exit').then(() => null),
  ])
  if (port === null) throw new Error(`a process ended before it listened: exit code ${child.exitCode}`)
  return `http://127.0.0.1:${port}`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  if (child.connected) child.disconnect()
  await ended
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { rspack, type MultiCompiler, type MultiStats } from '@rspack/core'
import { RspackDevServer, type Configuration } from '@rspack/dev-server'
import { builds } from '../../rspack.config.ts'
import { appsHere, remoteFolders, type App } from '../build/apps.ts'
import { locationOf, type Problem, type Problems } from './problems.ts'

/** Our own messages on the dev server's web socket; scripts/dev/client/dev-page.client.ts handles them. */
export type PageMessage = 'tessera-server-output' | 'tessera-server-restarted' | 'tessera-problems'

/** The server for browsers: it has the remotes' files with hot updates, and forwards everything else to the shell. */
export interface DevServer {
  /** Send a message to every open page. */
  readonly send: (message: PageMessage) => void
  readonly stop: () => Promise<void>
}

/** Address and callbacks of the server. */
export interface DevServerOptions {
  readonly host: string
  readonly port: number
  /** Allowed host names, besides this machine's own. */
  readonly allowedHosts: readonly string[]
  /** Folder for files on disk: node builds, and the parts of web builds that a release needs. */
  readonly output: string
  /** Answers requests for anything but a file of the dev server. */
  readonly forward: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Problems to show on pages, also on pages that are opened later. */
  readonly problems: Problems
  /** Called with the apps that were built without errors, after each compilation. */
  readonly onBuilt: (apps: readonly App[]) => void
}

/** Files of web builds that go into a release; all others stay in memory. */
const FOR_RELEASES = /mf-manifest\.json$|[\\/]shell[\\/]web[\\/](site\.css|favicon\.svg)$/

/** Compile everything and listen. Resolves when the first compilation is finished and the port is open. */
export async function startDevServer({ output, onBuilt, ...where }: DevServerOptions): Promise<DevServer> {
  // What is built is decided here: later a folder may be a remote in the making, or in the middle of a merge.
  const apps = appsHere()
  const compiler = rspack(builds({ dev: output }))
  const built = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('tessera-dev', (stats) => {
      for (const problem of problemsOf(stats)) process.stderr.write(`${problem}\n`)
      where.problems.set('build', [...compileErrors(stats), ...addedRemotes(apps)])
      onBuilt(withoutErrors(stats, apps))
      resolve()
    })
  })
  const server = new RspackDevServer(settings(where), compiler as MultiCompiler)
  await server.start()
  const { problems } = where
  // A page that connects later gets the problems the same way, so that no older answer can arrive after a newer one.
  server.webSocketServer?.implementation.on('connection', (page) =>
    server.sendMessage([page], 'tessera-problems', problems.all()),
  )
  await built
  const send = (message: PageMessage, data?: unknown) =>
    server.sendMessage(server.webSocketServer?.clients ?? [], message, data)
  problems.follow((all) => send('tessera-problems', all))
  return {
    send,
    stop: () => server.stop(),
  }
}

const settings = ({
  host,
  port,
  allowedHosts,
  forward,
}: Omit<DevServerOptions, 'output' | 'onBuilt' | 'problems'>): Configuration => ({
  host,
  port,
  allowedHosts: [...allowedHosts],
  hot: true,
  liveReload: false,
  static: false,
  compress: false,
  setupExitSignals: false,
  client: {
    logging: 'warn',
    overlay: false,
    webSocketURL: { pathname: '/_dev/ws' },
  },
  webSocketServer: { type: 'ws', options: { path: '/_dev/ws' } },
  devMiddleware: { index: false, stats: 'none', writeToDisk: (file) => FOR_RELEASES.test(file) },
  setupMiddlewares: (middlewares) => [...middlewares, { name: 'shell', middleware: forward }],
})

/** Compile errors as problems for pages. */
const compileErrors = ({ stats }: MultiStats): readonly Problem[] =>
  stats.flatMap((one) =>
    (one.toJson({ all: false, errors: true }).errors ?? []).map(({ message, moduleIdentifier }) => ({
      kind: 'build',
      // The file follows the loaders in the identifier of the module.
      ...(moduleIdentifier && locationOf(moduleIdentifier.split('!').at(-1) ?? '')),
      message,
    })),
  )

/** Remotes that came after the start, as problems for pages. */
const addedRemotes = (apps: readonly App[]): readonly Problem[] =>
  remoteFolders()
    .filter((added) => !apps.some(({ folder }) => folder === added))
    .map((added) => ({
      kind: 'build',
      app: path.basename(added),
      message: 'This remote came after the start of `npm run dev`: end that, and start it again.',
    }))

/** Errors and warnings; those that both builds of a remote have are listed once. */
const problemsOf = ({ stats }: MultiStats): ReadonlySet<string> =>
  new Set(
    stats
      .filter((one) => one.hasErrors() || one.hasWarnings())
      .map((one) => one.toString({ all: false, errors: true, warnings: true, colors: process.stderr.isTTY })),
  )

function withoutErrors({ stats }: MultiStats, apps: readonly App[]): readonly App[] {
  const failed = new Set(
    stats.filter((one) => one.hasErrors()).map(({ compilation }) => compilation.name?.split(':')[0]),
  )
  return apps.filter(({ name }) => !failed.has(name))
}

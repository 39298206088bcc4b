import type { IncomingMessage, ServerResponse } from 'node:http'
import { rspack, type MultiCompiler, type MultiStats } from '@rspack/core'
import { RspackDevServer, type Configuration } from '@rspack/dev-server'
import { builds } from '../../rspack.config.ts'
import { appsHere, type App } from '../build/apps.ts'
import { placeOf, type Problem, type Problems } from './problems.ts'

/** Messages of ours on the dev server's web socket; scripts/dev/client/dev-page.client.ts acts on them. */
export type PageMessage = 'tessera-server-output' | 'tessera-server-restarted' | 'tessera-problems'

/** The server that browsers see: remotes' files with updates in place, and whatever else from the shell. */
export interface DevServer {
  /** Tell every open page. */
  readonly tell: (message: PageMessage) => void
  readonly stop: () => Promise<void>
}

/** Where it listens and what it is told. */
export interface DevServerOptions {
  readonly host: string
  readonly port: number
  /** Host names that requests may carry, besides this machine's own. */
  readonly allowedHosts: readonly string[]
  /** Folder for what is written to disk: node builds, and what a release says of a web build. */
  readonly output: string
  /** Answers what is not a file of the dev server. */
  readonly forward: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** What pages are told that is wrong, those too that come later. */
  readonly problems: Problems
  /** Told the apps that have been built without errors, after each compilation. */
  readonly onBuilt: (apps: readonly App[]) => void
}

/** Files of web builds that a release is packed from; everything else of them stays in memory. */
const FOR_RELEASES = /mf-manifest\.json$|[\\/]shell[\\/]web[\\/](site\.css|favicon\.svg)$/

/** Compile everything and listen. Resolves when the first compilation is done and the port is open. */
export async function startDevServer({ output, onBuilt, ...where }: DevServerOptions): Promise<DevServer> {
  const compiler = rspack(builds({ dev: output }))
  const built = new Promise<void>((resolve) => {
    compiler.hooks.done.tap('tessera-dev', (stats) => {
      for (const problem of problemsOf(stats)) process.stderr.write(`${problem}\n`)
      where.problems.set('build', compileErrors(stats))
      onBuilt(withoutErrors(stats))
      resolve()
    })
  })
  const server = new RspackDevServer(settings(where), compiler as MultiCompiler)
  await server.start()
  await built
  const tell = (message: PageMessage, data?: unknown) =>
    server.sendMessage(server.webSocketServer?.clients ?? [], message, data)
  where.problems.follow((all) => tell('tessera-problems', all))
  return {
    tell,
    stop: () => server.stop(),
  }
}

const settings = ({
  host,
  port,
  allowedHosts,
  forward,
  problems,
}: Omit<DevServerOptions, 'output' | 'onBuilt'>): Configuration => ({
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
  setupMiddlewares: (middlewares) => [
    ...middlewares,
    {
      name: 'problems',
      path: '/_dev/problems',
      middleware: (_request: IncomingMessage, response: ServerResponse) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
          .end(JSON.stringify(problems.all())),
    },
    { name: 'shell', middleware: forward },
  ],
})

/** What does not compile, as pages say it. */
const compileErrors = ({ stats }: MultiStats): readonly Problem[] =>
  stats.flatMap((one) =>
    (one.toJson({ all: false, errors: true }).errors ?? []).map(({ message, moduleIdentifier }) => ({
      kind: 'build',
      // Behind the loaders that were to read it.
      ...(moduleIdentifier && placeOf(moduleIdentifier.split('!').at(-1) ?? '')),
      message,
    })),
  )

/** Errors and warnings, those that a remote's two builds have in common once. */
const problemsOf = ({ stats }: MultiStats): ReadonlySet<string> =>
  new Set(
    stats
      .filter((one) => one.hasErrors() || one.hasWarnings())
      .map((one) => one.toString({ all: false, errors: true, warnings: true, colors: process.stderr.isTTY })),
  )

function withoutErrors({ stats }: MultiStats): readonly App[] {
  const failed = new Set(
    stats.filter((one) => one.hasErrors()).map(({ compilation }) => compilation.name?.split(':')[0]),
  )
  return appsHere().filter(({ name }) => !failed.has(name))
}

/**
 * Every browser and federation build of the site, from one table: `rspack build --env folder=mfe-search,mfe-forms --env target=web`, and
 * without `folder` or `target`, all of this checkout. Server code is not bundled: it runs as TypeScript (docs/decisions/0001).
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { rspack, type Configuration, type RuleSetRule } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { browserModules, hotModules } from './scripts/build/browser-modules.ts'
import { embedBuilds } from './scripts/build/embed-build.ts'
import { appVersion } from './scripts/build/app-version.ts'
import { minimizers } from './scripts/build/minimizers.ts'
import { slimEntry, slimFederation } from './scripts/build/slim-federation.ts'
import { appsHere, readApp, readAppPackage, type App, type Target } from './scripts/build/apps.ts'

const root = path.dirname(fileURLToPath(import.meta.url))

interface Build {
  readonly app: App
  readonly target: Target
  /** Version that is part of every address of the build. */
  readonly version: string
  /** Builds for `npm run dev`: served by its own server, updated in the page. */
  readonly isDev: boolean
  /** Folder of all builds. */
  readonly output: string
  /** Where browsers find a web build. */
  readonly publicPath: string
}

/** The browsers that we build for. */
const BROWSERS = ['chrome >= 111', 'safari >= 16.4', 'firefox >= 115']

const REACT = '^19.0.0'
const OF_THE_HOST = { import: false, singleton: true, strictVersion: true } as const
/** Given by the host at run time, never bundled into a remote. */
const SINGLETONS = {
  react: REACT,
  'react/jsx-runtime': REACT,
  'react-dom': REACT,
  'react-dom/client': REACT,
  'react-dom/server': REACT,
  '@tessera/shared/lifecycles': '^0.1.0',
  '@tessera/shared/store': '^0.1.0',
}

const federation = ({ app: { name, folder }, target, isDev }: Build) =>
  new ModuleFederationPlugin({
    name: name.replaceAll('-', '_'),
    filename: 'remoteEntry.js',
    manifest: target === 'web',
    dts: false,
    library:
      target === 'web' ? { type: 'global', name: name.replaceAll('-', '_') } : { type: 'commonjs-module' },
    exposes: target === 'web' ? browserModules(folder, isDev) : { './ssr': './ssr.tsx' },
    shareStrategy: 'loaded-first',
    shared: Object.fromEntries(
      Object.entries({
        ...SINGLETONS,
        ...(isDev && target === 'web' ? { 'react/jsx-dev-runtime': REACT } : {}),
      }).flatMap(([shareKey, requiredVersion]) =>
        // By its name here, and by that which repositories of their own install.
        [shareKey, shareKey.replace('@tessera/shared/', '@tessera/contract/')].map((name) => [
          name,
          { ...OF_THE_HOST, shareKey, requiredVersion },
        ]),
      ),
    ),
    experiments: {
      asyncStartup: true,
      externalRuntime: target === 'web',
      optimization: { target, disableSnapshot: true, disableRemote: true },
    },
  })

const cssRule = (target: Target): RuleSetRule => ({
  test: /\.css$/,
  type: 'css/auto',
  parser: { namedExports: false },
  generator: { exportsOnly: target === 'node' },
})

/** It tries `require`. Where there is none, Chromium parses the whole script again to say where that failed. */
const REQUIRING: RuleSetRule = { test: /\/single-spa-react\/lib\/esm\//, type: 'javascript/auto' }

const AUTOMATIC = { runtime: 'automatic' } as const
const isWebDev = (isDev: boolean, target: Target) => isDev && target === 'web'

const scriptRule = (isDev: boolean, target: Target): RuleSetRule => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      // The server needs neither: it renders once, and offers remotes the one JSX runtime.
      transform: {
        react: isWebDev(isDev, target) ? { ...AUTOMATIC, development: true, refresh: true } : AUTOMATIC,
      },
    },
    env: { targets: target === 'web' ? BROWSERS : 'node >= 24' },
  },
})

const base = ({ app, target, isDev, output, publicPath }: Build): Configuration => ({
  name: `${app.name}:${target}`,
  context: app.folder,
  mode: isDev ? 'development' : 'production',
  target: target === 'web' ? ['web', 'es2022'] : 'async-node',
  // The shell's copy of a node build has no files beside it that are no part of a release.
  devtool: isDev && (target === 'web' ? 'cheap-module-source-map' : 'inline-cheap-module-source-map'),
  output: {
    path: path.join(output, app.name, target),
    // In development a page may be some updates behind: those in between must still be there when it asks for them.
    // What pages of other sites load is a build of its own in that folder.
    clean: isWebDev(isDev, target) ? false : { keep: /^embed\// },
    uniqueName: app.name,
    devtoolModuleFilenameTemplate: '[absolute-resource-path]',
    hashSalt: app.name,
    publicPath,
    filename: isDev ? '[name].js' : '[name].[contenthash:10].js',
    chunkFilename: isDev ? 'c/[name].js' : 'c/[contenthash:10].js',
    cssFilename: isDev ? '[name].css' : '[name].[contenthash:10].css',
    cssChunkFilename: isDev ? 'c/[name].css' : 'c/[contenthash:10].css',
    chunkLoadTimeout: 5_000,
    // The host checks the address and hands the script over; see shell/browser/federation-host.client.ts.
    ...(target === 'web' ? { trustedTypes: { policyName: 'tessera-chunks' } } : {}),
    ...(target === 'web' ? { crossOriginLoading: 'anonymous' as const } : {}),
  },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [scriptRule(isDev, target), cssRule(target), REQUIRING],
    generator: {
      // In development by place: an open page keeps its names while a style sheet changes, on which the hash depends.
      'css/auto': { localIdentName: isDev ? '[uniqueName]-[path][name]-[local]' : '[hash:base64:6]' },
    },
  },
  optimization: {
    moduleIds: 'deterministic',
    chunkIds: 'deterministic',
    // What does not compile is not handed out: pages and server keep what did.
    emitOnErrors: false,
    minimizer: minimizers(BROWSERS),
  },
  performance: false,
  // A remote's entry is asked for by the host, not by a page: lazy compilation would never see it coming.
  lazyCompilation: false,
  // Node builds are read from disk by the shell, and hold no client of the dev server.
  ...(target === 'node' ? { devServer: false as const } : {}),
  // Editors write a file in several steps: what is half written is not compiled.
  watchOptions: { aggregateTimeout: 50 },
  infrastructureLogging: { level: 'warn' },
  stats: 'errors-warnings',
})

const ownPath = ({ name }: App, version: string, isDev: boolean): string =>
  isDev ? `/_dev/${name}/` : name === 'shell' ? `/_shell/${version}/` : `/_mfe/${name}/${version}/web/`

function remoteBuild(build: Build): Configuration {
  const config = base(build)
  return {
    ...config,
    entry: {},
    plugins: [
      federation(build),
      ...(build.target === 'web' ? [slimEntry()] : []),
      ...(build.target === 'web' && !build.isDev
        ? [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] })]
        : []),
      ...(isWebDev(build.isDev, build.target)
        ? [new ReactRefreshRspackPlugin(), hotModules(build.app.folder)]
        : []),
    ],
  }
}

/** The shell's browser code: a boot script without React, everything else on demand. No federation plugin: the host part of it is a plain import. */
function shellBuild(build: Build): Configuration {
  const config = base(build)
  return {
    ...config,
    context: root,
    // The packages' own modern builds, and no shared chunk of its own: one request less for each step of activation.
    resolve: { ...config.resolve, conditionNames: ['es2015', '...'] },
    optimization: { ...config.optimization, splitChunks: false },
    entry: {
      boot: [
        ...(build.isDev
          ? [fileURLToPath(import.meta.resolve('./scripts/dev/client/dev-page.client.ts'))]
          : []),
        './shell/browser/boot.client.ts',
      ],
      site: './shell/document/site.css',
    },
    plugins: [
      new rspack.CopyRspackPlugin({
        patterns: [
          {
            from: 'shell/document/favicon.svg',
            to: build.isDev ? 'favicon.svg' : 'favicon.[contenthash:10].svg',
          },
        ],
      }),
      ...slimFederation(),
      ...(build.isDev ? [] : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] })]),
    ],
  }
}

/** Which builds, and where to. */
export interface BuildsWanted {
  /** Of one app, or of several with commas between them; all of this checkout unless given. */
  readonly folder?: string
  readonly target?: string
  /** Those of `npm run dev`, below this folder. */
  readonly dev?: string
  /** Below this folder instead of `dist`. */
  readonly output?: string
  /** Where browsers find the files of the web build, when not on the site: scripts/kit/serve-override.ts. */
  readonly publicPath?: string
}

/** The configurations asked for, e.g. by `--env folder=… --env target=…`. */
export function builds(env: BuildsWanted = {}): Configuration[] {
  const isDev = env.dev !== undefined
  const output = env.dev ?? env.output ?? path.join(root, 'dist')
  const apps = env.folder?.split(',').map((folder) => readApp(path.resolve(folder))) ?? appsHere()
  const targets = (['web', 'node'] as const).filter((target) => !env.target || env.target === target)
  return apps.flatMap((app) =>
    targets.flatMap((target) => {
      const version = isDev ? 'dev' : appVersion(app)
      const build = {
        app,
        target,
        isDev,
        output,
        version,
        publicPath: env.publicPath ?? ownPath(app, version, isDev),
      }
      if (app.name === 'shell') return target === 'web' ? [shellBuild(build)] : []
      const { embeds } = readAppPackage(app).tessera ?? {}
      const isEmbedded = target === 'web' && !isDev && !env.publicPath && embeds !== undefined
      return [remoteBuild(build), ...(isEmbedded ? embedBuilds(base(build), app, embeds) : [])]
    }),
  )
}

export default builds

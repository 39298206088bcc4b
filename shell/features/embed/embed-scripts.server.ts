import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { EMBED_PATH } from '@tessera/shared/config'
import type { LiveRelease, LiveReleases } from '../../releases/live-releases.server.ts'

/** Browsers use a script for 60 seconds, then revalidate it to learn which release is live; a stale copy may be used for 600 seconds. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/**
 * A Module Federation container that requires no shared modules. Its modules are the scripts below: they use the host's React where the
 * host shares a compatible one, else their own. A host configures it as a remote of the type `module`. If several hosts on a page
 * initialise it, the first one's share scope is used.
 */
const CONTAINER = `let scope
export const init = (shared) => {
  scope ??= shared
}
export const get = async (name) => {
  if (!/^\\.\\/[a-z]+$/.test(name)) throw new Error('There is no ' + name)
  const { load } = await import('./hosted' + name.slice(1) + '.js')
  const module = await load(scope)
  return () => module
}
`

/** Path of an embed's entry script in the release of the remote that contains it. */
const entryOf = (name: string): string => `web/embed/${name}.js`
/** Path of a script in the build that uses the host's React. Source: scripts/build/embed-build.ts. */
const hostedOf = (name: string): string => entryOf(`hosted/${name}`)

/**
 * `/embed/{name}.js`: stable addresses that follow the live release. Each re-exports the entry from its versioned address, whose content
 * never changes and is cached for ever. `/embed/remoteEntry.js` offers the embeds as federated modules, through
 * `/embed/hosted/{name}.js`, which chooses the build with the host's React or the one with its own.
 */
export const embedScripts =
  (releases: Pick<LiveReleases, 'snapshot'>): FastifyPluginAsync =>
  async (app) => {
    const answer = (file: string, write: (name: string, live: Live) => string, reply: FastifyReply) => {
      const name = /^([a-z]+)\.js$/.exec(file)?.[1] ?? ''
      const live = [...releases.snapshot().remotes.values()].find(({ release }) =>
        Object.hasOwn(release.files, entryOf(name)),
      )
      if (live) return send(write(name, live.release), reply)
      return allow(reply).code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
    }
    app.get<Asked>(`${EMBED_PATH}/:file`, ({ params }, reply) => answer(params.file, ownScript, reply))
    app.get<Asked>(`${EMBED_PATH}/hosted/:file`, ({ params }, reply) => answer(params.file, chooser, reply))
    app.get(`${EMBED_PATH}/remoteEntry.js`, (_request, reply) => send(CONTAINER, reply))
  }

type Live = LiveRelease['release']
interface Asked {
  readonly Params: { readonly file: string }
}

const ownScript = (name: string, { app, version }: Live): string =>
  `export * from '../_mfe/${app}/${version}/${entryOf(name)}'\n`

/** A script that loads the fitting build. Releases that were built before the choice existed have only the build with their own React. */
function chooser(name: string, { app, version, files }: Live): string {
  const folder = `../../_mfe/${app}/${version}/`
  const own = `import('${folder}${entryOf(name)}')`
  if (!Object.hasOwn(files, hostedOf(name)) || !Object.hasOwn(files, hostedOf('react')))
    return `export const load = () => ${own}\n`
  return `import { takeReact } from '${folder}${hostedOf('react')}'
export const load = async (scope) => (await takeReact(scope)) ? import('${folder}${hostedOf(name)}') : ${own}
`
}

const allow = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
  })

const send = (script: string, reply: FastifyReply): FastifyReply =>
  allow(reply).header('cache-control', CACHE_CONTROL).type('text/javascript; charset=utf-8').send(script)

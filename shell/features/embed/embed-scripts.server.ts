import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { EMBED_PATH } from '@tessera/shared/config'
import type { LiveRelease, LiveReleases } from '../../releases/live-releases.server.ts'

/** How long browsers go by an address before they ask which release is live, and how long they may use what they have meanwhile. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/**
 * A container of a federated module that needs nothing shared: its modules are the scripts below, with React of the host where that shares one that fits, else with their own. A host
 * names it as a remote of the type `module`. Of several hosts on a page the first one says what is shared.
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

/** The entry of an embed in the release of the remote that carries it. */
const entryOf = (name: string): string => `web/embed/${name}.js`
/** That of its build for hosts that share their React, and what takes that. Source: scripts/build/embed-build.ts. */
const hostedOf = (name: string): string => entryOf(`hosted/${name}`)

/**
 * `/embed/{name}.js`: stable addresses that follow the live release. Each imports the entry by its versioned address, which never changes and is
 * kept for ever; what the entry exports can be had here. `/embed/remoteEntry.js` has both as a federated module, and `/embed/hosted/{name}.js` chooses
 * for it: with React of the host or without.
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

/** A release that was built before there was a choice has its own React alone. */
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

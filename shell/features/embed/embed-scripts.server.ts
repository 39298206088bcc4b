import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { EMBED_PATH } from '@tessera/shared/config'
import type { LiveReleases } from '../../releases/live-releases.server.ts'

/** How long browsers go by an address before they ask which release is live, and how long they may use what they have meanwhile. */
const CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=600'

/**
 * A container of a federated module with nothing shared: its modules are the scripts below, which bring all that they need. A host names it as a remote of the
 * type `module`.
 */
const CONTAINER = `export const init = () => undefined
export const get = async (name) => {
  if (!/^\\.\\/[a-z]+$/.test(name)) throw new Error('There is no ' + name)
  const module = await import(name + '.js')
  return () => module
}
`

/** The entry of an embed in the release of the remote that carries it. */
const entryOf = (name: string): string => `web/embed/${name}.js`

/**
 * `/embed/{name}.js`: stable addresses that follow the live release. Each imports the entry by its versioned address, which never changes and is
 * kept for ever; what the entry exports can be had here. `/embed/remoteEntry.js` has both as a federated module.
 */
export const embedScripts =
  (releases: Pick<LiveReleases, 'snapshot'>): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { readonly file: string } }>(`${EMBED_PATH}/:file`, (request, reply) => {
      const name = /^([a-z]+)\.js$/.exec(request.params.file)?.[1] ?? ''
      const live = [...releases.snapshot().remotes.values()].find(({ release }) =>
        Object.hasOwn(release.files, entryOf(name)),
      )
      void reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      })
      if (request.params.file === 'remoteEntry.js') return send(CONTAINER, reply)
      if (!live)
        return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
      const entry = `../_mfe/${live.release.app}/${live.release.version}/${entryOf(name)}`
      return send(`export * from '${entry}'\n`, reply)
    })
  }

const send = (script: string, reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', CACHE_CONTROL).type('text/javascript; charset=utf-8').send(script)

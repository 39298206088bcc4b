import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { readApp } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'
import { serveOverride, type OverrideServer } from './serve-override.ts'

const SITE = 'https://staging.example.org'
let folder: string
let server: OverrideServer
const said: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(ROOT, '.data-override-'))
  // Original times, because a watcher takes files that are written as it starts for changes.
  cpSync(path.join(ROOT, 'mfe-devinfo'), path.join(folder, 'mfe-devinfo'), {
    recursive: true,
    preserveTimestamps: true,
  })
  server = await serveOverride(
    readApp(path.join(folder, 'mfe-devinfo')),
    { site: SITE, port: 0 },
    (line) => void said.push(line),
  )
}, 120_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => `${server.origin}/_mfe/${name}`

describe('the dev server of a remote that is shown on a site (docs/decisions/0085)', () => {
  it('prints where the site asks about it', () => {
    expect(server.link).toBe(
      `${SITE}/version/override?remote=mfe-devinfo&origin=${encodeURIComponent(server.origin)}`,
    )
    expect(said).toEqual([])
  })

  it('says which remote it is, and serves its entry with chunks at its own address, to pages of that site alone', async () => {
    const who = await fetch(at(''))
    expect(await who.json()).toEqual({ remote: 'mfe-devinfo' })
    const entry = await fetch(at('mfe-devinfo/remoteEntry.js'))
    expect(entry.headers.get('content-type')).toMatch('text/javascript')
    expect(entry.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(entry.headers.get('cache-control')).toBe('no-store')
    expect(await entry.text()).toContain(at('mfe-devinfo/'))
  })

  it('lets pages of that site in from the network, as browsers ask first', async () => {
    const asked = await fetch(at(''), { method: 'OPTIONS' })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-private-network')).toBe('true')
  })

  it.each([
    'mfe-devinfo/',
    'mfe-devinfo/..%2f..%2fpackage.json',
    'mfe-devinfo/nothing.js',
    'mfe-search/remoteEntry.js',
    '../package.json',
  ])('has nothing at %s', async (name) => {
    expect((await fetch(at(name))).status).toBe(404)
  })

  it('answers to no other name, and to no other method', async () => {
    const status = await new Promise((resolve) =>
      http.get(at(''), { headers: { host: 'evil.example' } }, (answer) =>
        resolve(answer.resume().statusCode),
      ),
    )
    expect(status).toBe(421)
    expect((await fetch(at(''), { method: 'POST' })).status).toBe(405)
  })

  it('says what does not compile and serves what did; tells pages of what is built then', async () => {
    const pages = await fetch(at('mfe-devinfo/builds'))
    expect(pages.headers.get('content-type')).toBe('text/event-stream')
    const reader = pages.body!.pipeThrough(new TextDecoderStream()).getReader()
    let told = ''
    const listening = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) told += next.value
    })().catch(() => undefined)
    const file = path.join(folder, 'mfe-devinfo/messages/en-GB.ts')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, `${text}\n}`)
    await until(() => said.length > 0)
    expect(said.join()).toContain('en-GB.ts')
    expect((await fetch(at('mfe-devinfo/remoteEntry.js'))).status).toBe(200)
    expect(told).not.toContain('built')
    writeFileSync(file, text.replace('Show a remote from your machine', 'Show it from here'))
    await until(() => told.includes('data: built'))
    await reader.cancel()
    await listening
  }, 60_000)
})

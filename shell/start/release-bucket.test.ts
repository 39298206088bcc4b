import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { anS3Server, S3_STORE, type S3Server } from '../release-storage/testing/an-s3-server.ts'
import { aRunningSite, FAULTY_APP, menuOf, type RunningSite } from '../testing/a-running-site.ts'
import { readReports } from '../reports/shell-report.server.ts'

const LONG_MS = 120_000
const PROCESSES = 2
let server: S3Server
let site: RunningSite

/** Shells whose release store is only the bucket, which has the files of a release folder. */
beforeAll(async () => {
  server = await anS3Server()
  site = await aRunningSite({
    script: 'shell/supervisor/main.server.ts',
    env: { ...server.env, AWS_SESSION_TOKEN: 'a token that nobody may see' },
    options: { processes: PROCESSES, releasesDir: S3_STORE },
    onReleases: (folder) => server.mirror(folder, 'releases/'),
  })
}, LONG_MS)
afterAll(async () => {
  await site.stop()
  await server.close()
}, LONG_MS)

const reports = () => readReports(releaseStorage(S3_STORE, server.env))
const untilAllRun = (version: string) =>
  until(async () => {
    const all = await reports()
    return all.length === PROCESSES && all.every(({ apps }) => apps[FAULTY_APP]?.live === version)
  }, LONG_MS)

describe('a site whose releases are in a bucket', () => {
  it(
    'serves them in every process, takes new ones, and says there what it runs and uses',
    async () => {
      await untilAllRun('1.0.0')
      expect((await site.page('first')).body).toContain(menuOf('1.0.0'))
      await site.release('1.1.0')
      await untilAllRun('1.1.0')
      for (let page = 0; page < 10; page += 1)
        expect((await site.page(`then=${page}`)).body).toContain(menuOf('1.1.0'))
      const used = [...server.objects.keys()].filter((key) => key.startsWith(`releases/used/${FAULTY_APP}/`))
      expect(used.map((key) => path.basename(key)).toSorted()).toEqual(['1.0.0', '1.1.0'])
    },
    LONG_MS,
  )

  it(
    'serves on while the bucket is away',
    async () => {
      server.fault = (_request, answer) => {
        answer.destroy()
        return true
      }
      const asked = server.asked.length
      await until(() => server.asked.length > asked + 20)
      const others = site.burst()
      await until(() => others.asked() > 20)
      expect(await others.stop()).toEqual([])
      server.fault = () => false
      await site.release('1.2.0')
      await untilAllRun('1.2.0')
    },
    LONG_MS,
  )

  it(
    'shows its keys to no code of a remote, and writes them into no log',
    async () => {
      const seen = `JSON.stringify([process.env, globalThis.AWS_SECRET_ACCESS_KEY, Object.keys(process.env).includes('AWS_SECRET_ACCESS_KEY')])`
      await site.release('1.3.0', {
        onLoad: `const seen = ${seen}`,
        render: `if (p.slotId !== 'fixture') return '<nav>saw ' + seen + ${seen} + '</nav>'`,
      })
      await untilAllRun('1.3.0')
      const secrets = ['a secret that', 'a token that', server.env['AWS_ACCESS_KEY_ID']!]
      const said = [(await site.page('keys')).body, JSON.stringify(site.lines)]
      expect(said[0]).toContain('saw [{')
      for (const text of said) expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    },
    LONG_MS,
  )
})

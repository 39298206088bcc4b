import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildStale } from '../build.ts'
import { releaseFolder, RELEASES } from '../release/releases-folder.ts'
import { appsHere } from './apps.ts'
import { appVersion } from './app-version.ts'

const BUILD_MS = 300_000
/** What is in code that only `npm run dev` serves: its own messages, hot replacement, and React's development build. */
const OF_DEVELOPMENT =
  /tessera-problems|tessera-server-|\/_dev\/ws|react-refresh|\$RefreshReg\$|jsxDEV|hot-update|module\.hot|react-dom[\w-]*\.development|sourceMappingURL/

describe('what a live site serves', () => {
  it(
    'has nothing of development in it',
    async () => {
      await buildStale()
      const files = appsHere().flatMap((app) => {
        const folder = releaseFolder(RELEASES, app.name, appVersion(app))
        return globSync('{web,node}/**/*.{js,css}', { cwd: folder }).map((file) => path.join(folder, file))
      })
      expect(files.length).toBeGreaterThan(50)
      const found = files.flatMap((file) => {
        const [word] = OF_DEVELOPMENT.exec(readFileSync(file, 'utf8')) ?? []
        return word ? [`${file}: ${word}`] : []
      })
      expect(found).toEqual([])
    },
    BUILD_MS,
  )
})

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildStale } from '../build.ts'
import { releaseFolder, RELEASES } from '../release/releases-folder.ts'
import { checkBytes } from '../release/check-bytes.ts'
import { appsHere, type App } from './apps.ts'
import { appVersion } from './app-version.ts'

const BUILD_MS = 300_000
/** Marks of code for `npm run dev` only: its messages, hot replacement, and React's development build. */
const OF_DEVELOPMENT =
  /tessera-problems|tessera-server-|\/_dev\/ws|react-refresh|\$RefreshReg\$|jsxDEV|hot-update|module\.hot|react-dom[\w-]*\.development|sourceMappingURL/

const folderOf = (app: App): string => releaseFolder(RELEASES, app.name, appVersion(app))

beforeAll(() => buildStale(), BUILD_MS)

describe('what a live site serves', () => {
  it('has nothing of development in it', () => {
    const files = appsHere().flatMap((app) =>
      globSync('{web,node}/**/*.{js,css}', { cwd: folderOf(app) }).map((file) =>
        path.join(folderOf(app), file),
      ),
    )
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((file) => {
      const [word] = OF_DEVELOPMENT.exec(readFileSync(file, 'utf8')) ?? []
      return word ? [`${file}: ${word}`] : []
    })
    expect(found).toEqual([])
  })

  it.each(appsHere().filter(({ name }) => name !== 'shell'))(
    'is of $name as light as its team may release it',
    (app) => checkBytes(folderOf(app)),
  )
})

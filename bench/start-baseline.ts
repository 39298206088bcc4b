import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Child } from './child.ts'
import type { BaselineView } from './baseline-config.ts'
import type { BenchSite } from './open-site.ts'
import { CONTENT_PAGES } from './pages.ts'

/** Start the baselines of a run, which first compare themselves with the pages of a running shell. `views` are pages of several calls. */
export async function startBaseline(
  site: BenchSite,
  shell: Child,
  views: readonly BaselineView[] = [],
): Promise<Child> {
  const { projectId, accessToken, releasesDir } = (await site.shellConfig('baseline')) as Record<
    string,
    string
  >
  const live = JSON.parse(readFileSync(path.join(releasesDir ?? '', 'releases.json'), 'utf8')) as {
    readonly apps: Readonly<Record<string, { readonly live: string }>>
  }
  const remoteFolders = Object.fromEntries(
    Object.entries(live.apps)
      .filter(([app]) => app !== 'shell')
      .map(([app, release]) => [app, path.join(releasesDir ?? '', app, release.live)]),
  )
  const config = {
    shellUrl: shell.url,
    platformUrl: site.platform.url,
    projectId,
    accessToken,
    remoteFolders,
    paths: CONTENT_PAGES,
    views,
    folder: site.folder,
  }
  // The calls of views are too long for an environment variable.
  const file = path.join(site.folder, 'baseline.json')
  writeFileSync(file, JSON.stringify(config))
  return site.startServer({ script: 'bench/baseline.server.ts', env: { BENCH_FLOOR: file } })
}

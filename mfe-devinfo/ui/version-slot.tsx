import { useSelector } from '@tessera/shared/ui'
import packageDetail from '../package.json' with { type: 'json' }
import { versionInfo } from '../domain/version-info.ts'
import { messages } from '../messages.ts'
import { VersionPage } from './version-page.tsx'

/** The version page, from the state of the page it stands on. */
export function VersionSlot() {
  const version = useSelector((state) => state.version)
  const project = useSelector((state) => state.routing.currentProject)
  const releases = useSelector((state) => state.page.releases)
  const language = useSelector((state) => state.page.head.language)
  const words = messages(language)
  const { name, version: packageVersion } = packageDetail
  const sections = versionInfo(
    // The mode is written in by the build.
    {
      package: { name, version: packageVersion },
      version,
      project,
      releases,
      mode: process.env.NODE_ENV ?? 'unknown',
    },
    words,
  )
  return <VersionPage sections={sections} words={words} />
}

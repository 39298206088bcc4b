import { useSelector } from '@tessera/shared/ui'
import { messages } from '../messages.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { VersionPage } from './version-page.tsx'

/** The version page, from the state of the page it stands on. */
export function VersionSlot() {
  const version = useSelector((state) => state.version)
  const project = useSelector((state) => state.routing.currentProject)
  const language = useSelector((state) => state.page.head.language)
  const { inspection } = useSelector((state) => selectDevinfo(state))
  return (
    <VersionPage inspection={inspection} version={version} project={project} words={messages(language)} />
  )
}

import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { VersionMessages } from '../messages/index.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { VersionPage } from './version-page.tsx'

/** The version page, connected to the state. */
export function VersionSlot({ messages }: SlotProps<VersionMessages>) {
  const version = useSelector((state) => state.version)
  const project = useSelector((state) => state.routing.currentProject)
  const { inspection } = useSelector((state) => selectDevinfo(state))
  return <VersionPage inspection={inspection} version={version} project={project} messages={messages} />
}

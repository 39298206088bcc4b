import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { VersionMessages } from '../messages/index.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { EmbedPage } from './embed-page.tsx'

/** The embed page, connected to the state. */
export function EmbedSlot({ messages }: SlotProps<VersionMessages>) {
  const { embed } = useSelector((state) => selectDevinfo(state))
  const path = useSelector((state) => state.routing.currentPath)
  return <EmbedPage embed={embed} path={path} messages={messages} />
}

import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import { readQualityReport } from '../domain/quality-report.ts'
import type { VersionMessages } from '../messages/index.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { ConfirmSlot } from './confirm-slot.tsx'
import { EmbedPage } from './embed-page.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { VersionPage } from './version-page.tsx'

/** The views of this remote: version page, confirmation page, embed page, and the quality panel of previews. */
export function DevinfoSlot(props: SlotProps<VersionMessages>) {
  if (props.view === 'quality')
    return <QualityPanel report={readQualityReport(props.props)} messages={props.messages.quality} />
  if (props.view === 'confirm') return <ConfirmSlot {...props} />
  return props.view === 'embed' ? <EmbedSlot {...props} /> : <VersionSlot {...props} />
}

function EmbedSlot({ messages }: SlotProps<VersionMessages>) {
  const { embed } = useSelector((state) => selectDevinfo(state))
  const path = useSelector((state) => state.routing.currentPath)
  return <EmbedPage embed={embed} path={path} messages={messages} />
}

function VersionSlot({ messages }: SlotProps<VersionMessages>) {
  const version = useSelector((state) => state.version)
  const project = useSelector((state) => state.routing.currentProject)
  const { inspection } = useSelector((state) => selectDevinfo(state))
  return <VersionPage inspection={inspection} version={version} project={project} messages={messages} />
}

import type { SlotProps } from '@tessera/shared/contract'
import { readQualityReport } from '../domain/quality-report.ts'
import type { VersionMessages } from '../messages/index.ts'
import { ConfirmSlot } from './confirm-slot.tsx'
import { EmbedSlot } from './embed-slot.tsx'
import { QualityPanel } from './quality-panel.tsx'
import { VersionSlot } from './version-slot.tsx'

/** The views of this remote: version page, confirmation page, embed page, and the quality panel of previews. */
export function DevinfoSlot(props: SlotProps<VersionMessages>) {
  if (props.view === 'quality')
    return <QualityPanel report={readQualityReport(props.props)} messages={props.messages.quality} />
  if (props.view === 'confirm') return <ConfirmSlot {...props} />
  return props.view === 'embed' ? <EmbedSlot {...props} /> : <VersionSlot {...props} />
}

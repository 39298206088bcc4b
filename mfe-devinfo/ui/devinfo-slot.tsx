import type { SlotProps } from '@tessera/shared/contract'
import { readQualityReport } from '../domain/quality-report.ts'
import type { VersionMessages } from '../messages/index.ts'
import { QualityPanel } from './quality-panel.tsx'
import { VersionSlot } from './version-slot.tsx'

/** The slots of this remote: the version page, and the panel of a preview. */
export const DevinfoSlot = (props: SlotProps<VersionMessages>) =>
  props.view === 'quality' ? (
    <QualityPanel report={readQualityReport(props.props)} words={props.messages.quality} />
  ) : (
    <VersionSlot {...props} />
  )

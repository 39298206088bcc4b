export { VersionSlot } from './ui/version-slot.tsx'

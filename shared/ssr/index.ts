export { renderSlot } from './render-slot.tsx'

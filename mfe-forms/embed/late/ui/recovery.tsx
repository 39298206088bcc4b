import { latePart } from '../rest.ts'

/** Screen readers only announce changes in a live region that is already there. */
const Quiet = () => (
  <div>
    <div role="status" />
  </div>
)

export const Recovery = latePart('Recovery', Quiet)
export const StartAgainBelow = latePart('StartAgainBelow')

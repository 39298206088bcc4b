import { latePart } from '../rest.ts'

/** Screen readers have to know a place before anything is said in it. */
const Quiet = () => (
  <div>
    <div role="status" />
  </div>
)

export const Recovery = latePart('Recovery', Quiet)
export const StartAgainBelow = latePart('StartAgainBelow')

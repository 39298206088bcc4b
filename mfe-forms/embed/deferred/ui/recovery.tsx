import { deferredComponent } from '../deferred.ts'

/** Screen readers only announce changes in a live region that is already there. */
const EmptyStatus = () => (
  <div>
    <div role="status" />
  </div>
)

export const Recovery = deferredComponent('Recovery', EmptyStatus)
export const StartAgainBelow = deferredComponent('StartAgainBelow')

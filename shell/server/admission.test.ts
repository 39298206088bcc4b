import { createAdmission } from './admission.server.ts'

describe('admission (reference security D14)', () => {
  it('lets in as many as it may, queues some, refuses the rest at once', async () => {
    const admission = createAdmission({ inFlight: 2, queue: 1, waitMs: 1_000 })
    const first = await admission.enter()
    await admission.enter()
    const queued = admission.enter()
    expect(await admission.enter()).toBeNull()
    expect(admission.waiting).toBe(1)
    first?.()
    expect(await queued).toBeInstanceOf(Function)
    expect(admission.inFlight).toBe(2)
  })
  it('gives up waiting', async () => {
    const admission = createAdmission({ inFlight: 1, queue: 1, waitMs: 5 })
    await admission.enter()
    expect(await admission.enter()).toBeNull()
    expect(admission.waiting).toBe(0)
  })
  it('gives a place back once', async () => {
    const admission = createAdmission({ inFlight: 1, queue: 0, waitMs: 5 })
    const leave = await admission.enter()
    leave?.()
    leave?.()
    expect(admission.inFlight).toBe(0)
  })
})

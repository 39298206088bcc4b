import { createCircuitBreaker, type CallOutcome } from './circuit-breaker.ts'

const aClock = () => {
  let ms = 1_000_000
  return { now: () => ms, pass: (by: number) => (ms += by) }
}

describe('the circuit breaker (reference security 3.2)', () => {
  const run = (breaker: ReturnType<typeof createCircuitBreaker>, outcomes: readonly CallOutcome[]) =>
    outcomes.forEach((outcome) => breaker.begin()(outcome))
  const many = (count: number, outcome: CallOutcome) => Array.from({ length: count }, () => outcome)
  const unavailable = expect.objectContaining({ code: 'content/unavailable' })

  it('stays closed below 20 calls, and below half of them failed', () => {
    const few = createCircuitBreaker(aClock().now)
    run(few, many(19, 'failed'))
    expect(few.state).toBe('closed')
    const most = createCircuitBreaker(aClock().now)
    run(most, [...many(11, 'ok'), ...many(10, 'failed')])
    expect(most.state).toBe('closed')
  })

  it('opens at half of 20 calls failed, for five seconds', () => {
    const clock = aClock()
    const breaker = createCircuitBreaker(clock.now)
    run(breaker, [...many(10, 'ok'), ...many(10, 'failed')])
    expect(breaker.state).toBe('open')
    expect(() => breaker.begin()).toThrow(unavailable)
    clock.pass(4_999)
    expect(() => breaker.check()).toThrow(unavailable)
    clock.pass(1)
    expect(breaker.state).toBe('probing')
  })

  it('forgets failures after ten seconds', () => {
    const clock = aClock()
    const breaker = createCircuitBreaker(clock.now)
    run(breaker, many(19, 'failed'))
    clock.pass(10_000)
    run(breaker, many(19, 'failed'))
    expect(breaker.state).toBe('closed')
  })

  it('opens when half of few calls failed and took five seconds together, within a minute', () => {
    const clock = aClock()
    const breaker = createCircuitBreaker(clock.now)
    const call = (outcome: CallOutcome, ms: number) => {
      const end = breaker.begin()
      clock.pass(ms)
      end(outcome)
    }
    call('ok', 10)
    call('failed', 2_500)
    clock.pass(20_000)
    call('failed', 2_499)
    expect(breaker.state).toBe('closed')
    call('failed', 1)
    expect(breaker.state).toBe('open')

    const seldom = aClock()
    const healthy = createCircuitBreaker(seldom.now)
    for (let minute = 0; minute < 5; minute += 1) {
      const end = healthy.begin()
      seldom.pass(2_500)
      end('failed')
      seldom.pass(60_000)
    }
    expect(healthy.state).toBe('closed')
  })

  it('does not count calls that were given up', () => {
    const breaker = createCircuitBreaker(aClock().now)
    run(breaker, many(40, 'unknown'))
    run(breaker, many(19, 'failed'))
    expect(breaker.state).toBe('closed')
  })

  const opened = () => {
    const clock = aClock()
    const breaker = createCircuitBreaker(clock.now)
    run(breaker, many(20, 'failed'))
    clock.pass(5_000)
    return { clock, breaker }
  }

  it('lets three probes through and closes when all are well', () => {
    const { breaker } = opened()
    const probes = [breaker.begin(), breaker.begin(), breaker.begin()]
    expect(() => breaker.begin()).toThrow(unavailable)
    probes.forEach((end) => end('ok'))
    expect(breaker.state).toBe('closed')
    run(breaker, many(19, 'failed'))
    expect(breaker.state).toBe('closed')
  })

  it('opens again when one probe fails, whatever the others say later', () => {
    const { breaker, clock } = opened()
    const [first, second] = [breaker.begin(), breaker.begin()]
    first!('failed')
    second!('ok')
    expect(breaker.state).toBe('open')
    clock.pass(5_000)
    run(breaker, many(3, 'ok'))
    expect(breaker.state).toBe('closed')
  })

  it('gives the place of a given-up probe to another', () => {
    const { breaker } = opened()
    run(breaker, many(5, 'unknown'))
    run(breaker, many(3, 'ok'))
    expect(breaker.state).toBe('closed')
  })

  it('stays open as long as the platform asks for, and not shorter than it was to be', () => {
    const clock = aClock()
    const breaker = createCircuitBreaker(clock.now)
    breaker.openFor(20_000)
    breaker.openFor(1_000)
    clock.pass(19_999)
    expect(breaker.state).toBe('open')
    clock.pass(1)
    expect(breaker.state).toBe('probing')
  })
})

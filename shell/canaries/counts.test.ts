import { createCounts, reasonToHalt, type Count } from './counts.server.ts'

const BAR = { rate: 0.05, fewest: 5 }
const HOUR_MS = 3_600_000

/** Counts of a canary and of the live release, with a clock. */
function aSite() {
  let now = 0
  const counts = createCounts(() => now)
  const add = (release: string, what: keyof Count, times: number): void => {
    for (let time = 0; time < times; time += 1) counts.add(release, what)
  }
  return {
    counts,
    canary: (pages: number, failures: number) => {
      add('canary', 'pages', pages)
      add('canary', 'server', failures)
    },
    live: (pages: number, failures: number) => {
      add('live', 'pages', pages)
      add('live', 'browser', failures)
    },
    wait: (ms: number) => void (now += ms),
    reason: () => reasonToHalt(counts.of('canary'), counts.of('live'), BAR),
  }
}

describe('a reason to halt a canary', () => {
  it('is none below the fewest failures, however bad the rate', () => {
    const site = aSite()
    site.canary(4, 4)
    expect(site.reason()).toBeNull()
    site.canary(1, 1)
    expect(site.reason()).toMatch(/^5 failures in 5 pages in the last minute/)
  })

  it('is none at the bar, and one above it, beyond what fails of the live release', () => {
    const site = aSite()
    site.canary(100, 5)
    expect(site.reason()).toBeNull()
    site.canary(0, 1)
    expect(site.reason()).toContain('6 %, of the live release 0 %, allowed 5 % more')
    site.live(1_000, 20)
    expect(site.reason()).toBeNull()
  })

  it('is seen within a minute after hours without a failure, and adds up where visitors are few', () => {
    const busy = aSite()
    busy.canary(100_000, 0)
    busy.wait(HOUR_MS)
    busy.canary(50, 10)
    expect(busy.reason()).toContain('10 failures in 50 pages in the last minute')
    busy.wait(2 * 60_000)
    expect(busy.reason()).toBeNull()
    const quiet = aSite()
    for (let hour = 0; hour < 5; hour += 1) {
      expect(quiet.reason()).toBeNull()
      quiet.canary(1, 1)
      quiet.wait(HOUR_MS)
    }
    expect(quiet.reason()).toContain('5 failures in 5 pages since it began')
  })
})

describe('counts', () => {
  it('are forgotten of all releases of an app, and of no other', () => {
    const counts = createCounts(() => 0)
    const releases = ['mfe-a@1.0.0', 'mfe-a@2.0.0', 'mfe-ab@1.0.0']
    for (const release of releases) counts.add(release, 'pages')
    counts.forget('mfe-a')
    expect(releases.map((release) => counts.of(release).all.pages)).toEqual([0, 0, 1])
  })
})

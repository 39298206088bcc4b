/** How many pages are made at once, how many may wait, and for how long. Source: reference security 3.2. */
export interface AdmissionLimits {
  readonly inFlight: number
  readonly queue: number
  readonly waitMs: number
}

/** Lets in what the process can do and refuses the rest at once, instead of letting everybody wait. */
export interface Admission {
  /** Resolves to a function that gives the place back, or to null when there is none. */
  enter(): Promise<(() => void) | null>
  readonly inFlight: number
  readonly waiting: number
}

/** Bounded work with a short, bounded queue. */
export function createAdmission({ inFlight, queue, waitMs }: AdmissionLimits): Admission {
  let busy = 0
  const waiting: ((leave: (() => void) | null) => void)[] = []

  const leave = () => {
    const next = waiting.shift()
    if (next) next(leaveOnce())
    else busy -= 1
  }
  const leaveOnce = () => {
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }

  return {
    get inFlight() {
      return busy
    },
    get waiting() {
      return waiting.length
    },
    async enter() {
      if (busy < inFlight) {
        busy += 1
        return leaveOnce()
      }
      if (waiting.length >= queue) return null
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(admit), 1)
          resolve(null)
        }, waitMs)
        const admit = (place: (() => void) | null) => {
          clearTimeout(timer)
          resolve(place)
        }
        waiting.push(admit)
      })
    },
  }
}

/** Smooth random values that depend on the seed and the position only. */
export interface Noise {
  /** From 0 to 1; changes over a distance of 1. */
  at(x: number, y: number): number
  /** From 0 to 1: the sum of several sizes of noise, as clouds, hills and leaves have it. */
  layered(x: number, y: number, octaves?: number): number
}

/** Make noise from a seed. */
export function createNoise(seed: number): Noise {
  const corner = (x: number, y: number): number => {
    let hash = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 2_246_822_519)
    hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
    return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
  }
  const at = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [ease(x - left), ease(y - top)]
    const above = mix(corner(left, top), corner(left + 1, top), u)
    const below = mix(corner(left, top + 1), corner(left + 1, top + 1), u)
    return mix(above, below, v)
  }
  return {
    at,
    layered(x, y, octaves = 5) {
      let [sum, size, total] = [0, 1, 0]
      for (let octave = 0; octave < octaves; octave += 1) {
        sum += at(x / size + octave * 17, y / size - octave * 31) * size
        total += size
        size /= 2
      }
      return sum / total
    },
  }
}

const ease = (t: number): number => t * t * (3 - 2 * t)

/** Interpolate between two numbers. */
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/** 0 below the first bound, 1 above the second, smooth between. */
export const step = (from: number, to: number, value: number): number =>
  ease(Math.min(1, Math.max(0, (value - from) / (to - from))))

/** A source of pseudo-random numbers that are the same in every run. */
export type Random = { readonly below: (limit: number) => number; readonly unit: () => number }

/** A small generator (mulberry32), started by a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return { unit, below: (limit) => Math.floor(unit() * limit) }
}

import { createNoise, mix, step } from './noise.ts'

/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [number, number, number]

/** The colour at a position: `x` from 0 to 1.5 and `y` from 0 to 1, from the top left corner. */
export type Scene = (x: number, y: number) => Colour

const blend = (from: Colour, to: Colour, share: number): Colour => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
  mix(from[2], to[2], share),
]
const lit = (colour: Colour, by: number): Colour => [colour[0] * by, colour[1] * by, colour[2] * by]
const plus = (colour: Colour, light: Colour, share: number): Colour => [
  colour[0] + light[0] * share,
  colour[1] + light[1] * share,
  colour[2] + light[2] * share,
]

/** A bridge of three arches over a river, against an evening sky. */
function riverAtDusk(): Scene {
  const noise = createNoise(11)
  const sky: Scene = (x, y) => {
    const base = blend([0.16, 0.2, 0.36], [0.97, 0.58, 0.32], step(0.02, 0.47, y))
    const cloud = step(0.5, 0.72, noise.layered(x * 2.2, y * 9))
    const sun = Math.exp(-((x - 0.95) ** 2 + ((y - 0.43) * 1.4) ** 2) * 22)
    return plus(blend(base, [0.86, 0.42, 0.4], cloud * 0.6), [1, 0.72, 0.36], sun * 0.7)
  }
  const isBridge = (x: number, y: number): boolean => {
    const deck = 0.475 + (x - 0.75) ** 2 * 0.05
    if (y < deck || y > 0.57) return false
    const [across, up] = [((x + 0.25) % 0.5) - 0.25, (0.57 - y) * 1.9]
    return y < deck + 0.022 || across ** 2 + up ** 2 > 0.0262
  }
  const land: Scene = (x, y) => {
    const far = 0.44 - noise.layered(x * 2, 4) * 0.08
    const near = 0.52 - noise.layered(x * 5, 9) * 0.05 - noise.layered(x * 40, 3, 3) * 0.012
    if (isBridge(x, y)) return lit([0.2, 0.16, 0.17], 0.7 + noise.layered(x * 60, y * 90, 3) * 0.6)
    if (y > near && Math.abs(x - 0.75) > 0.52)
      return lit([0.1, 0.12, 0.11], 0.5 + noise.layered(x * 80, y * 80, 4))
    return y > far && y < 0.56 ? blend([0.3, 0.27, 0.36], sky(x, far), 0.3) : sky(x, y)
  }
  return (x, y) => {
    if (y < 0.56) return land(x, y)
    const ripple = (noise.layered(x * 7, y * 70, 4) - 0.5) * (y - 0.5) * 0.35
    const mirrored = land(x + ripple, Math.max(0.02, 1.12 - y + ripple))
    return plus(lit(mirrored, 0.72), [0.03, 0.05, 0.09], 1 + noise.layered(x * 30, y * 160, 3) * 0.6)
  }
}

/** Snow with heather in it, hills and a hazy sun. */
function heathInWinter(): Scene {
  const noise = createNoise(23)
  return (x, y) => {
    const sun = Math.exp(-((x - 0.45) ** 2 + (y - 0.2) ** 2) * 60)
    const sky = plus(
      blend([0.68, 0.76, 0.86], [0.92, 0.9, 0.88], step(0, 0.45, y + noise.layered(x * 2, y * 6) * 0.1)),
      [0.5, 0.44, 0.34],
      sun,
    )
    const hills = [0.36, 0.42, 0.49].map((top, at) => top - noise.layered(x * (1.5 + at), at * 9) * 0.1)
    const hill = hills.findLastIndex((top) => y > top)
    if (hill < 0) return sky
    const snow = blend([0.74, 0.8, 0.88], [0.93, 0.94, 0.97], noise.layered(x * 3, y * 14))
    if (hill < 2) return blend(snow, sky, 0.55 - hill * 0.25)
    // Perspective: what is farther away is smaller and closer together.
    const [across, away] = [((x - 0.75) * 5) / (y - 0.3), 9 / (y - 0.3)]
    const tuft = step(0.54, 0.64, noise.layered(across, away) + step(0.42, 1, y) * 0.05)
    const heather = blend([0.3, 0.24, 0.22], [0.45, 0.34, 0.3], noise.at(x * 300, y * 300))
    return blend(lit(snow, 0.9 + noise.layered(x * 9, y * 26) * 0.16), heather, tuft * 0.85)
  }
}

/** Trees in autumn colours on the far bank of a pond. */
function parkInAutumn(): Scene {
  const noise = createNoise(37)
  const fallen: Colour = [0.8, 0.5, 0.12]
  const leaves: readonly Colour[] = [
    fallen,
    [0.7, 0.28, 0.1],
    [0.86, 0.66, 0.2],
    [0.45, 0.42, 0.14],
    [0.56, 0.18, 0.1],
  ]
  const bank: Scene = (x, y) => {
    const sky = blend([0.62, 0.74, 0.86], [0.88, 0.9, 0.9], step(0, 0.4, y))
    const clouded = blend(sky, [0.96, 0.96, 0.96], step(0.5, 0.75, noise.layered(x * 3, y * 7)) * 0.8)
    const tree = Math.floor(x * 5.5 + noise.at(x * 9, y * 9) * 0.5)
    const edge = noise.layered(x * 26, y * 26) * 0.12
    const crown = 0.2 + noise.at(tree * 7.3, 1) * 0.13 + Math.abs(((x * 5.5) % 1) - 0.5) * 0.14 + edge
    if (y < crown) return clouded
    if (y > 0.56) return lit([0.36, 0.42, 0.16], 0.7 + noise.layered(x * 60, y * 120, 4) * 0.5)
    const isTrunk = Math.abs(((x * 5.5) % 1) - 0.5) < 0.02 && y > 0.48
    const shade = 0.35 + noise.layered(x * 55, y * 55, 4) * 0.95 - step(0.36, 0.57, y) * 0.25
    return isTrunk
      ? lit([0.22, 0.16, 0.12], 0.6 + noise.layered(x * 90, y * 20, 3) * 0.7)
      : lit(leaves[Math.abs(tree) % leaves.length] ?? fallen, shade)
  }
  return (x, y) => {
    if (y < 0.6) return bank(x, y)
    const shore = 0.9 - noise.layered(x * 3, 2) * 0.1
    if (y > shore) {
      const isLeaf = noise.at(x * 150, y * 230) > 0.8
      const grass = lit([0.34, 0.42, 0.15], 0.5 + noise.layered(x * 90, y * 60, 4) * 0.8)
      return isLeaf ? (leaves[Math.floor(noise.at(x * 40, y * 40) * 5) % 5] ?? fallen) : grass
    }
    const ripple = (noise.layered(x * 6, y * 80, 4) - 0.5) * 0.03
    return plus(lit(bank(x + ripple, 1.2 - y + ripple), 0.62), [0.05, 0.08, 0.1], 1)
  }
}

/** Stalls with lamps under their awnings, in a square after dark. */
function marketAtNight(): Scene {
  const noise = createNoise(53)
  const lamps = Array.from({ length: 26 }, (_, at) => ({
    x: 0.03 + at * 0.058,
    y: 0.2 + Math.abs(((at % 9) - 4) / 4) ** 2 * -0.06 + noise.at(at * 3, 5) * 0.015,
    warmth: noise.at(at * 7, 8),
  }))
  const square: Scene = (x, y) => {
    const night = blend(
      [0.03, 0.04, 0.1],
      [0.1, 0.09, 0.15],
      step(0, 0.5, y + noise.layered(x * 3, y * 4) * 0.1),
    )
    const stall = Math.floor(x / 0.3)
    const within = x / 0.3 - stall - 0.5
    const roofs = 0.24 + noise.at(Math.floor(x * 7), 2) * 0.12
    const isLit = noise.at(Math.floor(x * 60), Math.floor(y * 46)) > 0.82
    const houses =
      y > roofs ? blend([0.07, 0.06, 0.08], [0.75, 0.55, 0.25], isLit && y < 0.44 ? 0.55 : 0) : night
    const awning = 0.42 + Math.abs(within) * 0.05
    if (Math.abs(within) > 0.44 || y < awning || y > 0.72) return houses
    const stripe = Math.floor((within + 0.5) * 14) % 2 === 0
    if (y < awning + 0.07)
      return lit(stripe ? [0.7, 0.2, 0.16] : [0.85, 0.8, 0.7], 0.45 + noise.layered(x * 30, y * 30, 3) * 0.4)
    const glow = Math.exp(-(within ** 2) * 9 - (y - awning - 0.09) * 7)
    const goods = y > 0.6 ? noise.at(x * 70 + stall * 9, y * 80) : 0
    const counter: Colour =
      y > 0.6 ? [0.3 + goods * 0.5, 0.2 + goods * 0.3, 0.1 + goods * 0.12] : [0.3, 0.2, 0.1]
    return plus(lit(counter, 0.35 + glow * 0.5), [1, 0.66, 0.28], glow * 0.75)
  }
  const shining: Scene = (x, y) => {
    const lights = lamps.reduce((sum, lamp) => {
      const distance = Math.hypot(x - lamp.x, y - lamp.y)
      return sum + step(0.014, 0.008, distance) * 0.8 + Math.exp(-distance * 45) * (0.3 + lamp.warmth * 0.3)
    }, 0)
    return plus(square(x, y), [1, 0.76, 0.42], Math.min(1, lights))
  }
  return (x, y) => {
    if (y < 0.73) return shining(x, y)
    const ripple = (noise.layered(x * 16, y * 30, 4) - 0.5) * 0.09
    const stones = 0.35 + noise.layered(x * 34, y * 60, 4) * 0.5
    return plus(lit(shining(x + ripple, Math.max(0.3, 1.42 - y + ripple)), stones), [0.04, 0.04, 0.06], 1)
  }
}

/** The scenes by the names of their files. */
export const SCENES: Readonly<Record<string, () => Scene>> = {
  'river-at-dusk': riverAtDusk,
  'heath-in-winter': heathInWinter,
  'park-in-autumn': parkInAutumn,
  'market-at-night': marketAtNight,
}

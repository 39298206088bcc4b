import sharp from 'sharp'
import { createNoise } from './noise.ts'
import type { Scene } from './scenes.ts'

/** The largest size of a picture of the demonstration, because the repository contains them. */
const MAX_BYTES = 40_000

/** Make a WebP of a scene, 3 to 2, with a little grain, in the best quality within the size limit. `width` in pixels. */
export async function renderPicture(scene: Scene, width: number): Promise<Buffer> {
  const height = Math.round((width * 2) / 3)
  const pixels = Buffer.alloc(width * height * 3)
  const noise = createNoise(97)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const grain = (noise.at(column * 0.71, row * 0.71) - 0.5) * 0.02
      const colour = scene((column / width) * 1.5, row / height)
      for (let part = 0; part < 3; part += 1)
        pixels[(row * width + column) * 3 + part] = Math.round(255 * clamp((colour[part] ?? 0) + grain))
    }
  for (let quality = 85; ; quality -= 5) {
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .webp({ quality, effort: 6 })
      .toBuffer()
    if (bytes.length <= MAX_BYTES || quality <= 5) return bytes
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

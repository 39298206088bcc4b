import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { escaped } from '../../document/html.ts'
import { SHARE_IMAGE } from '../../document/metadata.ts'

/** The texts of a card, and their direction. */
export interface ShareCard {
  readonly title: string
  readonly siteName: string
  readonly dir: 'ltr' | 'rtl'
}

const MARGIN = 88
const TEXT_WIDTH = SHARE_IMAGE.width - 2 * MARGIN
/** Height for the title, above the line with the site's name, in pixels. */
const TEXT_HEIGHT = 370
/** Font sizes for the title, in pixels; the first one that fits is used. */
const TITLE_SIZES = [76, 60, 46, 36]
const NAME_SIZE = 34

/** The font is a dependency, so that cards look the same on machines without fonts. It has Latin, Greek, Cyrillic and Arabic. */
const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')
const THEME = fileURLToPath(import.meta.resolve('@tessera/shared/ui/theme.css'))

/** The card of a page, as PNG of 1200 by 630 pixels: its title and the site's name on the site's own colour. */
export async function drawCard({ title, siteName, dir }: ShareCard): Promise<Buffer> {
  // Loaded with the first card: most processes never draw one.
  const { default: sharp } = await import('sharp')
  const [background, ink, accent] = await themeColours()
  const textOf = (text: string, size: number) =>
    sharp({
      text: {
        text: `<span foreground="${ink}">${escaped(text)}</span>`,
        font: `DejaVu Sans Bold ${size}`,
        fontfile: FONT,
        width: TEXT_WIDTH,
        dpi: 72,
        rgba: true,
        wrap: 'word-char',
        spacing: Math.round(size / 8),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const fitting = async ([size = NAME_SIZE, ...smaller]: readonly number[]): ReturnType<typeof textOf> => {
    const drawn = await textOf(title, size)
    return drawn.info.height <= TEXT_HEIGHT || smaller.length === 0 ? drawn : fitting(smaller)
  }
  const leftOf = (width: number) => (dir === 'rtl' ? SHARE_IMAGE.width - MARGIN - width : MARGIN)
  const heading = await fitting(TITLE_SIZES)
  const shown = sharp(heading.data).extract({
    left: 0,
    top: 0,
    width: heading.info.width,
    height: Math.min(heading.info.height, TEXT_HEIGHT),
  })
  const name = title === siteName ? null : await textOf(siteName, NAME_SIZE)
  return sharp({ create: { ...SHARE_IMAGE, channels: 4, background } })
    .composite([
      { input: await shown.toBuffer(), left: leftOf(heading.info.width), top: MARGIN },
      { input: rule(accent), left: 0, top: SHARE_IMAGE.height - 24 },
      ...(name
        ? [{ input: name.data, left: leftOf(name.info.width), top: SHARE_IMAGE.height - MARGIN - NAME_SIZE }]
        : []),
    ])
    .png({ palette: true, colours: 32, compressionLevel: 9 })
    .toBuffer()
}

const rule = (colour: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_IMAGE.width}" height="24"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
  )

/** Colours from the site's style sheet: background, text, ornament. */
async function themeColours(): Promise<readonly [string, string, string]> {
  const theme = await readFile(THEME, 'utf8')
  const colour = (name: string, otherwise: string): string =>
    new RegExp(`--color-${name}:\\s*(#[0-9a-f]{6})`, 'i').exec(theme)?.[1] ?? otherwise
  return [colour('brand', '#1a2928'), colour('brand-ink', '#ffffff'), colour('sand', '#ffffff')]
}

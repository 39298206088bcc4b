import { useEffect, useRef, useState } from 'react'
import styles from './file-input.module.css'

/** Maximum width and height in pixels: larger images are scaled down, so that a photo does not keep more memory than needed. */
const SIZE = 128

/** A preview of an image file. It is drawn on a canvas, since the page's policy does not allow `blob:` URLs. */
export function FilePicture({ file }: { readonly file: File | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const image = file?.type.startsWith('image/') ? file : null
  useEffect(() => {
    let isGone = false
    const show = async (picture: File) => {
      const bitmap = await createImageBitmap(picture)
      if (!isGone) setDrawn(draw(bitmap, canvas.current))
      bitmap.close()
    }
    setDrawn(false)
    // If this browser cannot show the format, or the file is no image, only its name is shown.
    if (image) show(image).catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [image])
  return image && <canvas className={styles['picture']} ref={canvas} hidden={!isDrawn} aria-hidden="true" />
}

function draw(bitmap: ImageBitmap, canvas: HTMLCanvasElement | null): boolean {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return false
  const scale = Math.min(1, SIZE / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return true
}

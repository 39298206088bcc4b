import { useEffect, useRef, useState } from 'react'
import styles from './file-input.module.css'

/** Larger pictures are drawn smaller, so that a photo takes no more memory than what is seen of it. */
const SIZE = 128

/** A small picture of a file that is one. Drawn, not shown by an address: the page's policy allows none of `blob:`. */
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
    // A kind that this browser cannot show, or no picture at all: there is its name.
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

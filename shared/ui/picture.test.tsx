import { renderToStaticMarkup } from 'react-dom/server'
import { Picture, toSrcSet } from './picture.tsx'

describe('a picture', () => {
  it('offers a raster image in the widths of the layout, never wider than it is', () => {
    expect(toSrcSet({ src: '/image-library/a.webp', width: 1000 })).toBe(
      '/image-library/a.webp?w=400 400w, /image-library/a.webp?w=800 800w, /image-library/a.webp 1000w',
    )
  })

  it('adds the width to a query that is there already', () => {
    expect(toSrcSet({ src: '/a.jpg?crop=1', width: 500 })).toBe(
      '/a.jpg?crop=1&w=400 400w, /a.jpg?crop=1 500w',
    )
  })

  it('offers a vector image as it is', () => {
    expect(toSrcSet({ src: '/a.svg', width: 1000 })).toBe('')
  })

  it('is loaded late and keeps its place', () => {
    const html = renderToStaticMarkup(
      <Picture image={{ src: '/a.svg', alt: 'A', width: 300, height: 200 }} sizes="100vw" />,
    )
    expect(html).toBe('<img src="/a.svg" alt="A" width="300" height="200" loading="lazy" decoding="async"/>')
  })

  it('is loaded at once where it is the first thing to see', () => {
    const html = renderToStaticMarkup(<Picture image={{ src: '/a.webp', alt: '' }} sizes="50vw" priority />)
    expect(html).toMatch(/^<picture class="picture"><img /)
    expect(html).toContain('loading="eager" fetchPriority="high"')
    expect(html).toContain('sizes="50vw"')
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { Picture, toSrcSet } from './picture.tsx'

describe('a picture', () => {
  it('offers a raster image in the widths of the layout and a small format, never wider than it is', () => {
    expect(toSrcSet({ src: '/image-library/a.webp', width: 380 }, 'avif')).toBe(
      '/image-library/a.webp?w=144&f=avif 144w, /image-library/a.webp?w=288&f=avif 288w, ' +
        '/image-library/a.webp?w=360&f=avif 360w, /image-library/a.webp?w=380&f=avif 380w',
    )
    expect(toSrcSet({ src: '/a.jpg', width: 5000 }, 'webp')).toMatch(/ \/a\.jpg\?w=1344&f=webp 1344w$/)
  })

  it('adds the width to a query that is there already', () => {
    expect(toSrcSet({ src: '/a.jpg?crop=1', width: 144 }, 'webp')).toBe('/a.jpg?crop=1&w=144&f=webp 144w')
  })

  it('offers AVIF to browsers that know it and WebP to the others, by the width at which the image is shown', () => {
    const html = renderToStaticMarkup(
      <Picture image={{ src: '/a.jpg', alt: 'A', width: 144, height: 96 }} sizes="9rem" />,
    )
    expect(html).toBe(
      '<picture class="picture"><source type="image/avif" sizes="9rem" srcSet="/a.jpg?w=144&amp;f=avif 144w"/>' +
        '<img sizes="9rem" srcSet="/a.jpg?w=144&amp;f=webp 144w" src="/a.jpg" alt="A" width="144" height="96"' +
        ' loading="lazy" decoding="async"/></picture>',
    )
  })

  it('offers a vector image as it is', () => {
    const html = renderToStaticMarkup(<Picture image={{ src: '/a.svg', alt: '' }} sizes="50vw" priority />)
    expect(html).not.toContain('srcSet')
  })

  it('keeps its subject in sight where a layout cuts it: of what is high the upper part, of others the middle', () => {
    const focusOf = (width: number, height: number, focus?: { readonly x: number; readonly y: number }) => {
      const image = { src: '/a.svg', alt: '', width, height, ...(focus && { focus }) }
      return / data-focus="([^"]*)"/.exec(renderToStaticMarkup(<Picture image={image} sizes="9rem" />))?.[1]
    }
    expect(focusOf(300, 200, { x: 60, y: 90 })).toBe('50 100')
    expect(focusOf(300, 200, { x: 12, y: 13 })).toBe('0 25')
    expect(focusOf(200, 300)).toBe('50 25')
    expect(focusOf(200, 200)).toBeUndefined()
  })

  it('is loaded late and keeps its place', () => {
    const html = renderToStaticMarkup(
      <Picture image={{ src: '/a.svg', alt: 'A', width: 300, height: 200 }} sizes="100vw" />,
    )
    expect(html).toBe('<img src="/a.svg" alt="A" width="300" height="200" loading="lazy" decoding="async"/>')
  })

  it('is loaded at once where it is the first thing to see', () => {
    const html = renderToStaticMarkup(<Picture image={{ src: '/a.webp', alt: '' }} sizes="50vw" priority />)
    expect(html).toMatch(/^<picture class="picture"><source [^>]*><img /)
    expect(html).toContain('loading="eager" fetchPriority="high"')
    expect(html).toContain('sizes="50vw"')
  })

  it('is nothing to phones where it would stand before what their visitors came for', () => {
    const html = renderToStaticMarkup(
      <Picture image={{ src: '/a.svg', alt: 'A' }} sizes="50vw" priority wideOnly />,
    )
    expect(html).toMatch(
      /^<picture class="picture wide"><source media="\(width &lt; 40rem\)" srcSet="data:image\/gif[^"]*"\/><img /,
    )
  })
})

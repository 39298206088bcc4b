import { imageUrl, readImage } from './read-image.ts'

const anAsset = (sys: object = {}, fields: object = {}) => ({
  sys: { id: 'a', uri: '/image-library/a.png', properties: { width: 1200, height: 600 }, ...sys },
  ...fields,
})

describe('image fields (reference delivery-api 1.5)', () => {
  it.each([
    [undefined, '/a.png'],
    ['', '/a.png'],
    ['w=400&h=200', '/a.png?w=400&h=200'],
    ['?w=400', '/a.png?w=400'],
  ])('appends the transformation %j to the address', (transformations, url) => {
    expect(imageUrl('/a.png', transformations)).toBe(url)
  })

  it('takes size and text from the asset', () => {
    expect(readImage({ asset: anAsset({}, { altText: 'A weir' }), caption: ' At dusk ' })).toEqual({
      src: '/image-library/a.png',
      alt: 'A weir',
      width: 1200,
      height: 600,
      caption: 'At dusk',
    })
  })

  it.each([
    ['50 25', { x: 50, y: 25 }],
    [' 0% , 100% ', { x: 0, y: 100 }],
    ['50', undefined],
    ['50 101', undefined],
    ['left top', undefined],
    [undefined, undefined],
  ])('reads the focal point %j of an asset', (focalPoint, focus) => {
    expect(readImage({ asset: anAsset({}, { focalPoint }) })?.focus).toEqual(focus)
  })

  it('does not know where the subject is in what an editor has cut', () => {
    const asset = anAsset({}, { focalPoint: '50 25' })
    expect(readImage({ asset, transformations: 'w=300' })?.focus).toEqual({ x: 50, y: 25 })
    expect(readImage({ asset, transformations: 'w=300&h=300' })?.focus).toBeUndefined()
  })

  it('prefers the text of the page to the text of the asset', () => {
    expect(readImage({ asset: anAsset({}, { altText: 'A weir' }), altText: 'Our weir' })?.alt).toBe(
      'Our weir',
    )
  })

  it.each([
    ['w=600', 600, 300],
    ['h=150', 300, 150],
    ['w=300&h=300&fit=crop', 300, 300],
  ])('has the size that %s leaves', (transformations, width, height) => {
    expect(readImage({ asset: anAsset(), transformations })).toMatchObject({ width, height })
  })

  it.each([{ size: { width: 300 } }, ['w=300'], 300, null])(
    'takes %j, which is no query string, as no transformation',
    (transformations) => {
      expect(readImage({ asset: anAsset(), transformations })).toEqual({
        src: '/image-library/a.png',
        alt: '',
        width: 1200,
        height: 600,
      })
    },
  )

  it('has no size when the asset was not resolved', () => {
    expect(readImage({ asset: { sys: { id: 'a', uri: '/a.png' } } })).toEqual({ src: '/a.png', alt: '' })
  })

  it.each([
    null,
    undefined,
    {},
    { asset: null },
    { asset: { sys: { id: 'a' } } },
    { asset: { sys: { id: 'a', uri: ' ' } } },
  ])('is nothing for %j', (field) => {
    expect(readImage(field)).toBeUndefined()
  })
})

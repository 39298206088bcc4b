import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { SITE_MAP } from '../config/index.ts'
import { LocationMap } from './location-map.tsx'

const messages = { mapOf: (place: string) => `Map of ${place}` }
const { west, east, south, north, width, height, href } = SITE_MAP
const middle = { title: 'the middle', lat: (south + north) / 2, lon: (west + east) / 2 }
const windowOf = (map: Element) => (map.getAttribute('viewBox') ?? '').split(' ').map(Number)

describe('a place on the map', () => {
  test('shows the ground around the place, its marker where it is', () => {
    render(<LocationMap place={middle} messages={messages} />)
    const map = screen.getByRole('img', { name: 'Map of the middle' })
    expect(map.querySelector('image')).toHaveAttribute('href', href)
    const [x = 0, y = 0, wide = 0, high = 0] = windowOf(map)
    expect([Math.round(x + wide / 2), Math.round(y + high / 2)]).toEqual([width / 2, height / 2])
    expect(map.querySelector('path')?.getAttribute('d')).toMatch(`M${width / 2} ${height / 2}l`)
  })

  test('names places around it in the size that was reckoned with, whether or not a style sheet has come', () => {
    const { container } = render(<LocationMap place={middle} messages={messages} />)
    const names = container.querySelector('g:has(> text)')
    expect(names?.getAttributeNames()).not.toContain('class')
    for (const [name, value] of [
      ['font-size', '12'],
      ['text-anchor', 'middle'],
      ['paint-order', 'stroke'],
    ] as const)
      expect(names).toHaveAttribute(name, value)
    for (const name of names?.children ?? []) expect(name).toHaveAttribute('dominant-baseline', 'central')
  })

  test('stays on the drawing at its edges', () => {
    render(<LocationMap place={{ ...middle, lat: north, lon: west }} messages={messages} />)
    expect(windowOf(screen.getByRole('img')).slice(0, 2)).toEqual([0, 0])
  })

  test('shows nothing for a place outside of the map', () => {
    for (const far of [
      { lat: south - 0.1 },
      { lat: north + 0.1 },
      { lon: west - 0.1 },
      { lon: east + 0.1 },
    ]) {
      const { container, unmount } = render(<LocationMap place={{ ...middle, ...far }} messages={messages} />)
      expect(container).toBeEmptyDOMElement()
      unmount()
    }
  })

  test('is covered by the tiles of a provider, centred on the place, with the provider’s attribution', () => {
    const tiles = {
      url: 'https://tiles.example/{z}/{x}/{y}.png',
      zoom: 14,
      attribution: { text: '© Larkmoor mappers', href: 'https://tiles.example/about' },
    }
    // At latitude and longitude 0 four tiles meet: at zoom 14 their numbers are 8191 and 8192 of 16384.
    const place = { title: 'the line', lat: 0, lon: 0 }
    const { unmount } = render(<LocationMap place={place} messages={messages} tiles={tiles} />)
    const shown = [...screen.getByRole('img', { name: 'Map of the line' }).querySelectorAll('image')]
    expect(shown.map((tile) => ['href', 'x', 'y'].map((name) => tile.getAttribute(name)))).toEqual([
      ['https://tiles.example/14/8191/8191.png', '-256', '-256'],
      ['https://tiles.example/14/8192/8191.png', '0', '-256'],
      ['https://tiles.example/14/8191/8192.png', '-256', '0'],
      ['https://tiles.example/14/8192/8192.png', '0', '0'],
    ])
    expect(screen.getByRole('link', { name: '© Larkmoor mappers' })).toHaveAttribute(
      'href',
      'https://tiles.example/about',
    )
    unmount()
    render(<LocationMap place={middle} messages={messages} tiles={tiles} />)
    const [own, ...others] = screen.getByRole('img').querySelectorAll('image')
    expect(own).toHaveAttribute('href', href)
    expect(others.length).toBeGreaterThanOrEqual(4)
  })
})

import { jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import * as standard from 'react/jsx-runtime'
import { Fragment, jsx, jsxs } from './jsx-runtime.ts'

const seen = ({ type, key, props }: ReturnType<typeof jsx>) => ({
  type,
  key,
  props: { ...(props as object) },
})

describe('the JSX runtime on React of a host', () => {
  it.each<[string, object, string | undefined]>([
    ['nothing', {}, undefined],
    ['a text', { id: 'a', children: 'text' }, undefined],
    ['a key', { title: 'a' }, 'k'],
  ])('makes the elements of that of React: with %s', (_what, props, key) => {
    expect(seen(jsx('p', props, key))).toEqual(seen(standard.jsx('p', props, key)))
  })
  it.each<['p' | typeof Fragment, string | undefined]>([
    ['p', 'k'],
    [Fragment, undefined],
  ])('makes elements whose children are written out, and asks no keys of them', (type, key) => {
    const complained = jest.spyOn(console, 'error')
    const children = [jsx('b', {}), 'text']
    // First, because the standard runtime marks the children as validated.
    render(jsxs(type, { children }, key))
    screen.getByText('text')
    expect(complained).not.toHaveBeenCalled()
    expect(seen(jsxs(type, { children }, key))).toEqual(seen(standard.jsxs(type, { children }, key)))
    complained.mockRestore()
  })
})

import { createElement, Fragment, type ElementType, type ReactNode } from 'react'

export { Fragment }

/** `react/jsx-runtime` implemented with the host's React, since a host need not share that module. */
export const jsx = (type: ElementType, props: object, key?: string) =>
  createElement(type, key === undefined ? props : { ...props, key })

/** For static children: they are passed as arguments, so that React does not warn about missing keys. */
export const jsxs = (
  type: ElementType,
  { children, ...props }: { readonly children: readonly ReactNode[] },
  key?: string,
) => createElement(type, key === undefined ? props : { ...props, key }, ...children)

import { createElement, Fragment, type ElementType, type ReactNode } from 'react'

export { Fragment }

/** `react/jsx-runtime` on React of the host, which need not share its own. */
export const jsx = (type: ElementType, props: object, key?: string) =>
  createElement(type, key === undefined ? props : { ...props, key })

/** Of children that are written out one by one: no keys are asked of them. */
export const jsxs = (
  type: ElementType,
  { children, ...props }: { readonly children: readonly ReactNode[] },
  key?: string,
) => createElement(type, key === undefined ? props : { ...props, key }, ...children)

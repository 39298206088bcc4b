import * as React from 'react'
import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type HydrationOptions, type Root } from 'react-dom/client'
import singleSpaReact from 'single-spa-react'
import type { Lifecycles } from '../contract/index.ts'
import type { MountProps } from './mount-props.ts'
import { reportFailure } from './report-failure.ts'
import { SlotBoundary } from './slot-boundary.tsx'

/**
 * Turns a component into single-spa lifecycles, one new set for each element. An element with the server's markup is hydrated,
 * any other is rendered into. Mount gets MountProps, update some of them. The host shares this module with all remotes, like
 * React.
 */
export function lifecyclesOf<Messages>(
  Root: ComponentType<MountProps<Messages>>,
): (element: HTMLElement) => Lifecycles {
  return (element) => {
    let latest: MountProps<Messages> | null = null
    let isFromServer = false
    let serverNodes: readonly Node[] = []

    // single-spa-react passes no options to React's roots: without them every useId in a slot would differ from the server's.
    const rootOptions = () => ({
      identifierPrefix: `${latest?.slotId ?? ''}-`,
      onRecoverableError: (cause: unknown) => {
        if (latest?.isStateLater)
          performance.mark('tessera-markup-replaced', { detail: latest.slotId }) // by newer content
        else if (latest) reportFailure(latest, 'spa/hydration-mismatch', cause)
      },
    })
    const lifecycles = singleSpaReact<MountProps<Messages>>({
      React,
      rootComponent: (props) => <Root {...props} />,
      errorBoundaryClass: (({ children, ...props }: MountProps & { readonly children?: ReactNode }) => (
        <SlotBoundary {...props} serverNodes={() => serverNodes} hasFocus={() => focusIn(element) !== null}>
          {children}
        </SlotBoundary>
      )) as never,
      domElementGetter: () => element,
      renderType: () => (isFromServer ? 'hydrateRoot' : 'createRoot'),
      ReactDOMClient: {
        createRoot: (container: HTMLElement) => renderingAtOnce(createRoot(container, rootOptions())),
        hydrateRoot: (container: HTMLElement, node: ReactNode) =>
          hydratingInSteps(container, node, rootOptions()),
      },
      // By default these are shared by all instances and keyed by single-spa's name for them.
      ...{ domElements: {}, renderResults: {}, updateResolves: {}, unmountResolves: {} },
    })
    const merged = (props: object): MountProps<Messages> & never => {
      latest = { ...latest, ...props } as MountProps<Messages>
      return latest as MountProps<Messages> & never
    }
    return {
      bootstrap: (props) => lifecycles.bootstrap(merged(props)),
      async mount(props) {
        isFromServer = element.hasChildNodes() && element.dataset.hydrated === undefined
        const focused = focusIn(element)
        if (isFromServer) serverNodes = copiesOf(element)
        await lifecycles.mount(merged(props))
        serverNodes = []
        element.dataset.hydrated = ''
        // If React replaced the markup, the focused element is gone with it.
        if (focused?.isConnected === false) (twinOf(focused, element) ?? failureIn(element))?.focus(IN_PLACE)
      },
      update: async (props) => lifecycles.update?.(merged(props)),
      async unmount() {
        await lifecycles.unmount(merged({}))
        delete element.dataset.hydrated
      },
    }
  }
}

/** Copies of an element's nodes in a document without a window, so that they load no image which the page itself would not load yet. */
function copiesOf(element: HTMLElement): readonly Node[] {
  const inert = document.implementation.createHTMLDocument('')
  return [...element.childNodes].map((node) => inert.importNode(node, true))
}

const IN_PLACE = { preventScroll: true } as const

/** The focused element, if it is inside `element`. */
const focusIn = (element: HTMLElement): Element | null =>
  element.contains(document.activeElement) ? document.activeElement : null

/** The counterpart of an element, by id, in markup that React has rendered again. */
const twinOf = ({ id }: Element, element: HTMLElement): HTMLElement | null =>
  id === '' ? null : element.querySelector<HTMLElement>(`[id=${JSON.stringify(id)}]`)

const failureIn = (element: HTMLElement): HTMLElement | null => element.querySelector('.f-missing h2')

/** A root that renders synchronously, so that the host can replace one page by the next between two frames. */
const renderingAtOnce = (root: Root): Pick<Root, 'render' | 'unmount'> => ({
  render: (node) => flushSync(() => root.render(node)),
  unmount: () => root.unmount(),
})

/**
 * Hydrates as a transition: React yields to the main thread every few milliseconds, so that a long list does not delay
 * the visitor's input. A click or key press makes React hydrate its target at once.
 */
function hydratingInSteps(
  container: HTMLElement,
  node: ReactNode,
  options: HydrationOptions,
): Root | undefined {
  let root: Root | undefined
  React.startTransition(() => {
    root = hydrateRoot(container, node, options)
  })
  return root
}

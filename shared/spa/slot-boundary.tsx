import { Component, type ReactNode } from 'react'
import type { MountProps } from './mount-props.ts'
import { reportFailure } from './report-failure.ts'

type BoundaryProps = MountProps & {
  /** Copies of what the server had sent, until the slot has been mounted: later failures must not bring back old data. */
  readonly serverNodes: () => readonly Node[]
  readonly children?: ReactNode
}

/** Keeps a failure inside its slot: it shows what the server had sent, else one line of text. */
export class SlotBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  #kept: readonly Node[] | null = null

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(cause: unknown) {
    reportFailure(this.props, 'spa/render-failed', cause)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const nodes = (this.#kept ??= this.props.serverNodes())
    if (nodes.length > 0) return <div ref={(element) => element?.replaceChildren(...nodes)} />
    return this.props.fallbackText ? <p className="f-missing">{this.props.fallbackText}</p> : null
  }
}
